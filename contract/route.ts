import { z } from 'zod';
import type { RefusalCode } from '#core/refusal.ts';
import type { Address } from './paths.ts';

/**
 * Kinds of callers. Registration installs the authentication for each, and passes the verified caller to the
 * handler.
 */
export const callers = {
  anyone: 'No authentication.',
  member: 'A signed-in member whose role allows it.',
  confirmed: 'A signed-in member with a confirmed address whose role allows it.',
  program: 'A program with an API key or an app token.',
  signer: 'The holder of a signing link.',
  subscriber: 'The holder of the unsubscribe link in a notification email.',
  'mail-recipient': 'The recipient of an email we sent for an account, identified by a link in it.',
  'reply-to-owner': 'The owner of a reply-to address, identified by the emailed link.',
  'mail-server': 'The mail server of this installation, identified by a shared secret.',
  monitor: 'The monitoring of this installation, identified by the token in METRICS_TOKEN.',
  'payment-provider': 'The payment provider, identified by its signature.',
  'operator-member': 'A signed-in member with a confirmed address that the settings list as an operator’s.',
  operator: "A person who can read the server's console or its data folder.",
} as const;
export type Who = keyof typeof callers;

/** A response without a body. */
export const nothing = { kind: 'nothing' } as const;
/** An HTML page for a browser. */
export const page = { kind: 'page' } as const;
/** A redirect. */
export const redirect = { kind: 'redirect' } as const;
/** A stream of server-sent events; see contract/live.ts. */
export const events = { kind: 'events' } as const;
/** Bytes of one of these media types; of any type if the list is empty. */
export const file = (...types: string[]) => ({ kind: 'file' as const, types });
type Bodiless = typeof nothing | typeof page | typeof redirect | typeof events;
export type Answer = z.ZodType | Bodiless | ReturnType<typeof file>;

/** Default maximum in bytes for a text part of a form. */
const longestText = 10_000;
/** A form with one file in the part `file`, preceded by text parts. */
export const form = <Texts extends z.ZodObject>(texts: Texts, longest = longestText) => ({
  kind: 'form' as const,
  texts,
  longest,
});
/** A raw body. */
export const bytes = (...types: string[]) => ({ kind: 'bytes' as const, types });
export type Body = z.ZodType | ReturnType<typeof form> | ReturnType<typeof bytes>;

/** Headers with the pagination and the total of lists. */
const listHeaders = ['link', 'x-total-count', 'x-total-count-relation', 'x-unread-count'] as const;

/** The specification of a route, without its address. */
export type Row = {
  /** One line, used as a heading in the reference. */
  summary: string;
  who: Who;
  /**
   * The act stores its response for the Idempotency-Key in its own transaction. Other routes for API clients
   * are repeatable too; see contract/keys.ts.
   */
  keyed?: true;
  /**
   * true makes a route repeatable although no API key can call it; false if the response is a secret that is
   * not stored.
   */
  repeatable?: boolean;
  /** Expensive route, so only one request per account runs at a time; 'search' for searches. */
  heavy?: true | 'search';
  /** Link previews send HEAD requests: false if one would start or end something. */
  head?: false;
  /** Schema of path parameters that are more than plain text. */
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: Body;
  /** Maximum body size in bytes, if it differs from the default. */
  largestBody?: number;
  /** True if a JSON body may have very many values, such as all fields of a document. */
  manyValues?: true;
  /** Responses by status. The first is the default unless the handler chooses another. */
  answers: Readonly<Record<number, Answer>>;
  headers?: readonly (typeof listHeaders)[number][];
  /** In addition to the implied ones (contract/implied.ts). */
  refusals: readonly RefusalCode[];
};

export type Route = Row & { name: string; at: Address };

/** Joins addresses with their rows; neither may lack a counterpart. */
export function routesAt<
  const Paths extends Readonly<Record<string, Address>>,
  const Rows extends { readonly [Name in keyof Paths]: Row },
>(
  paths: Paths,
  rows: Rows,
): { readonly [Name in keyof Paths]: Rows[Name] & { name: Name; at: Paths[Name] } } {
  const joined = Object.entries(paths).map(([name, at]) => [name, { ...rows[name], name, at }]);
  return Object.fromEntries(joined) as ReturnType<typeof routesAt<Paths, Rows>>;
}

export const isSchema = (part: Answer | Body): part is z.ZodType => part instanceof z.ZodType;
