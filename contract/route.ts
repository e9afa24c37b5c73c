import { z } from 'zod';
import type { RefusalCode } from '#core/refusal.ts';
import type { Address } from './paths.ts';

/** Who may call a route; registration installs what proves it, and hands the proven caller to the handler. */
export const callers = {
  anyone: 'Nobody is asked who they are.',
  member: 'Who is signed in, and is allowed it by their role.',
  confirmed: 'Who is signed in, is allowed it by their role, and whose address is known to be theirs.',
  program: 'A program, by an API key or the token of an app.',
  signer: 'Who has a signing link.',
  subscriber: 'Who has the link with which a mail of news ends them.',
  'mail-recipient': 'Who has the link of a mail that a sender had us write.',
  'reply-to-owner': 'Who has the link that was mailed to an address for answers.',
  'mail-server': 'The mail server of this installation, by the secret that both know.',
  monitor: 'Whoever watches over this installation, by the token of the settings.',
  'payment-provider': 'The payment provider, by its signature.',
  'operator-member': 'Who is signed in with a confirmed address that the settings name as the operator’s.',
  operator: "Who can read the server's console or its data folder.",
} as const;
export type Who = keyof typeof callers;

/** An answer without a body. */
export const nothing = { kind: 'nothing' } as const;
/** A page of ours for a browser. */
export const page = { kind: 'page' } as const;
/** To another address. */
export const redirect = { kind: 'redirect' } as const;
/** A stream of server-sent events; contract/live.ts says which. */
export const events = { kind: 'events' } as const;
/** Bytes of one of these media types; of any when there is none. */
export const file = (...types: string[]) => ({ kind: 'file' as const, types });
type Bodiless = typeof nothing | typeof page | typeof redirect | typeof events;
export type Answer = z.ZodType | Bodiless | ReturnType<typeof file>;

/** Bytes that a text of a form may have, where its row says no other number. */
const longestText = 10_000;
/** A form with one file, its part named `file`, and parts of text, which come before it. */
export const form = <Texts extends z.ZodObject>(texts: Texts, longest = longestText) => ({
  kind: 'form' as const,
  texts,
  longest,
});
/** The body is the bytes themselves. */
export const bytes = (...types: string[]) => ({ kind: 'bytes' as const, types });
export type Body = z.ZodType | ReturnType<typeof form> | ReturnType<typeof bytes>;

/** Headers by which lists say how they go on, and how much there is. */
const listHeaders = ['link', 'x-total-count', 'x-total-count-relation', 'x-unread-count'] as const;

/** The promises of a route, beside its address. */
export type Row = {
  /** One line, as a heading of the reference. */
  summary: string;
  who: Who;
  /**
   * The act keeps its answer for the Idempotency-Key itself, in its own transaction. Whatever else a program may ask
   * for can be repeated as well: contract/keys.ts.
   */
  keyed?: true;
  /**
   * true of a route that no program calls by an API key: it can be repeated all the same; false where the answer is a
   * secret that is not kept.
   */
  repeatable?: boolean;
  /** Costs much more than others, so that one of an account runs at a time; 'search': where something is searched for. */
  heavy?: true | 'search';
  /** HEAD is what link previews send: false where that would begin or end something. */
  head?: false;
  /** Of the parameters in the path, where they are more than texts. */
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: Body;
  /** Bytes that a body may have, where that is not what is usual. */
  largestBody?: number;
  /** By status. The first is what is answered unless the handler says another of them. */
  answers: Readonly<Record<number, Answer>>;
  headers?: readonly (typeof listHeaders)[number][];
  /** Beside those that follow from the rest (contract/implied.ts). */
  refusals: readonly RefusalCode[];
};

export type Route = Row & { name: string; at: Address };

/** Joins addresses with their rows; neither can be without the other. */
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
