import { z } from 'zod';
import type { Permission } from '#core/permission/permission.ts';
import type { RefusalCode } from '#core/refusal.ts';
import type { Address } from './route-address.ts';
import { closed } from './strict.ts';

/**
 * Kinds of callers. When a route is registered, the server installs the authentication for its caller and passes
 * the verified caller to the handler.
 */
export const callers = {
  anyone: 'No authentication.',
  member: 'A signed-in member whose role allows it.',
  confirmed: 'A signed-in member with a confirmed address whose role allows it.',
  program: 'A program with an API key or an app token.',
  directory: 'The directory of an account, with a provisioning token.',
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
export type Caller = keyof typeof callers;

/** A response without a body. */
export const nothing = { kind: 'nothing' } as const;
/** An HTML page for a browser. */
export const page = { kind: 'page' } as const;
/** A redirect to another URL. */
export const redirect = { kind: 'redirect' } as const;
/** A stream of server-sent events (contract/api/realtime.ts). */
export const events = { kind: 'events' } as const;
/** Bytes of one of these media types, or of any type if the list is empty. */
export const file = (...types: string[]) => ({ kind: 'file' as const, types });
/** JSON, or bytes of one of these media types if the query asks for them. */
export const jsonOrFile = <Json extends z.ZodType>(json: Json, ...types: string[]) => ({
  ...file(...types),
  json,
});
type Bodiless = typeof nothing | typeof page | typeof redirect | typeof events;
export type Answer = z.ZodType | Bodiless | (ReturnType<typeof file> & { json?: z.ZodType });

/** Default maximum size in bytes of a text part of a form. */
const maxTextLength = 10_000;
/** A form with one file in the part `file`, after the text parts. */
export const form = <Texts extends z.ZodObject>(texts: Texts, longest = maxTextLength) => ({
  kind: 'form' as const,
  texts,
  longest,
});
/** A form, or a JSON body that contains the file. The handler reads and checks both. */
export const formOrJson = <Texts extends z.ZodObject, Json extends z.ZodType>(
  texts: Texts,
  json: Json,
  longest: number,
) => ({ ...form(texts, longest), json });
/** A raw body of one of these media types. */
export const bytes = (...types: string[]) => ({ kind: 'bytes' as const, types });
export type Body = z.ZodType | (ReturnType<typeof form> & { json?: z.ZodType }) | ReturnType<typeof bytes>;

/** Headers with the pagination and total of lists. */
const listHeaders = ['link', 'x-total-count', 'x-total-count-relation', 'x-unread-count'] as const;

/** Properties that every row has. */
type Basics = {
  /** A single line, used as a heading in the API reference. */
  summary: string;
  /**
   * Marks an expensive route, of which only one request per account runs at a time. 'search' is for searches.
   * 'file' applies unless the query asks for a page of JSON.
   */
  heavy?: true | 'search' | 'file';
  /** False if a HEAD request, as sent by link previews, would start or end something. */
  head?: false;
  /** Schema of path parameters, if they are more than plain text. */
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: Body;
  /** Maximum body size in bytes, if it differs from the default. */
  maxBodyBytes?: number;
  /** True if a JSON body can have very many values, such as all fields of a document. */
  manyValues?: true;
  /** Responses by status. The first one is the default unless the handler chooses another. */
  answers: Readonly<Record<number, Answer>>;
  headers?: readonly (typeof listHeaders)[number][];
  /** Refusal codes in addition to the implied ones (contract/implied.ts). */
  refusals: readonly RefusalCode[];
};

type ForMembers = {
  caller: 'member' | 'confirmed';
  /**
   * 'own' if the route only concerns the member's own data, such as name, password and notifications. It is then
   * allowed for every role.
   */
  permission: Permission | 'own';
  /**
   * Which API keys can call the route: 'any' key, or only a 'live' key if a test key would change or show live
   * data. If omitted, the route requires a signed-in person. The scope follows from the permission.
   */
  apiKey?: 'any' | 'live';
  /**
   * Set if the editor inside another website's frame can call the route, for its one draft and the current user.
   * With 'sending', only if the frame may send.
   */
  frame?: 'editing' | 'sending';
  /**
   * True if the route is available without the second factor that the account requires. This includes setting it
   * up, confirming the address it needs, and switching accounts, but not leaving the account, because that
   * transfers the member's content.
   */
  withoutSecondFactor?: true;
  /**
   * True if the route is available while the account is being deleted: export, cancellation, and switching
   * accounts.
   */
  whileClosing?: true;
};

type ForOthers = {
  caller: Exclude<Caller, ForMembers['caller']>;
  permission?: never;
  apiKey?: never;
  frame?: never;
  withoutSecondFactor?: never;
  whileClosing?: never;
};

/**
 * How a repeated request with the same Idempotency-Key gets the first response and has no further effect. Either
 * the action stores its response in its own transaction, or the server stores the response after the action.
 * 'none' is for responses with a secret, which are not stored.
 */
type Idempotency = 'in-transaction' | 'stored-response' | 'none';
type Reading = { at: `GET /${string}`; idempotency?: never };
/** A change. If API keys can make it, its row specifies the idempotency. */
type Changing = { at: Exclude<Address, `GET /${string}`> } & (
  | { apiKey?: never; idempotency?: Idempotency }
  | { apiKey: 'any' | 'live'; idempotency: Idempotency }
);

/** Everything about a route except its name, which is the key of its row. */
export type Row = Basics & (ForMembers | ForOthers) & (Reading | Changing);

export type Route = Row & { name: string };
export type MemberRoute = Route & ForMembers;

/** Adds its name to each row, and closes all bodies and queries, so that unknown keys are refused by name. */
export function defineRoutes<const Rows extends Readonly<Record<string, Row>>>(
  rows: Rows,
): { readonly [Name in keyof Rows]: Rows[Name] & { name: Name } } {
  const named = Object.entries(rows).map(([name, row]) => [name, { ...row, ...closedRequest(row), name }]);
  return Object.fromEntries(named) as ReturnType<typeof defineRoutes<Rows>>;
}

function closedRequest(row: Row): Pick<Row, 'query' | 'body'> {
  const { query, body } = row;
  return {
    ...(query && !isOpenedInBrowser(row) && { query: closed(query) }),
    ...(body && { body: closedBody(body) }),
  };
}

function closedBody(body: Body): Body {
  if (isSchema(body)) return closed(body);
  if (body.kind === 'bytes') return body;
  return { ...body, texts: closed(body.texts), ...(body.json && { json: closed(body.json) }) };
}

/** Returns true for pages opened in a browser. Mail programs and others may add parameters to their URLs. */
export function isOpenedInBrowser({ answers }: Pick<Row, 'answers'>): boolean {
  return Object.values(answers).some(
    (answer) => !isSchema(answer) && (answer.kind === 'page' || answer.kind === 'redirect'),
  );
}

export const isSchema = (part: Answer | Body): part is z.ZodType => part instanceof z.ZodType;

/** Returns the schema of a JSON response, or undefined for any other response. */
export function jsonAnswerOf(answer: Answer): z.ZodType | undefined {
  if (isSchema(answer)) return answer;
  return answer.kind === 'file' ? answer.json : undefined;
}

/** Returns the schema of a route's JSON body, or undefined if it has none. */
export function jsonBodyOf({ body }: Pick<Row, 'body'>): z.ZodType | undefined {
  if (!body || isSchema(body)) return body;
  return body.kind === 'form' ? body.json : undefined;
}
