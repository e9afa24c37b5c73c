import { z } from 'zod';
import type { Permission } from '#core/permission/permission.ts';
import type { RefusalCode } from '#core/refusal.ts';
import type { Address } from './route-address.ts';
import { closed } from './strict.ts';

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
export type Caller = keyof typeof callers;

/** A response without a body. */
export const nothing = { kind: 'nothing' } as const;
/** An HTML page for a browser. */
export const page = { kind: 'page' } as const;
/** A redirect. */
export const redirect = { kind: 'redirect' } as const;
/** A stream of server-sent events; see contract/api/realtime.ts. */
export const events = { kind: 'events' } as const;
/** Bytes of one of these media types; of any type if the list is empty. */
export const file = (...types: string[]) => ({ kind: 'file' as const, types });
/** JSON, or bytes of one of these media types if the query asks for them. */
export const jsonOrFile = <Json extends z.ZodType>(json: Json, ...types: string[]) => ({
  ...file(...types),
  json,
});
type Bodiless = typeof nothing | typeof page | typeof redirect | typeof events;
export type Answer = z.ZodType | Bodiless | (ReturnType<typeof file> & { json?: z.ZodType });

/** Default maximum in bytes for a text part of a form. */
const maxTextLength = 10_000;
/** A form with one file in the part `file`, preceded by text parts. */
export const form = <Texts extends z.ZodObject>(texts: Texts, longest = maxTextLength) => ({
  kind: 'form' as const,
  texts,
  longest,
});
/** The same, or a JSON body that contains the file. The handler reads and checks both. */
export const formOrJson = <Texts extends z.ZodObject, Json extends z.ZodType>(
  texts: Texts,
  json: Json,
  longest: number,
) => ({ ...form(texts, longest), json });
/** A raw body. */
export const bytes = (...types: string[]) => ({ kind: 'bytes' as const, types });
export type Body = z.ZodType | (ReturnType<typeof form> & { json?: z.ZodType }) | ReturnType<typeof bytes>;

/** Headers with the pagination and the total of lists. */
const listHeaders = ['link', 'x-total-count', 'x-total-count-relation', 'x-unread-count'] as const;

/** Every row states these. */
type Basics = {
  /** One line, used as a heading in the reference. */
  summary: string;
  /**
   * Expensive route, so only one request per account runs at a time; 'search' for searches, and 'file' unless
   * the query asks for a page of JSON.
   */
  heavy?: true | 'search' | 'file';
  /** Link previews send HEAD requests: false if one would start or end something. */
  head?: false;
  /** Schema of path parameters that are more than plain text. */
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: Body;
  /** Maximum body size in bytes, if it differs from the default. */
  maxBodyBytes?: number;
  /** True if a JSON body may have very many values, such as all fields of a document. */
  manyValues?: true;
  /** Responses by status. The first is the default unless the handler chooses another. */
  answers: Readonly<Record<number, Answer>>;
  headers?: readonly (typeof listHeaders)[number][];
  /** Refusal codes in addition to the implied ones (contract/implied.ts). */
  refusals: readonly RefusalCode[];
};

type ForMembers = {
  caller: 'member' | 'confirmed';
  /** 'own' if the route only concerns the member's own data, whatever their role: name, password, notices. */
  permission: Permission | 'own';
  /**
   * Whether an API key may call it: 'any' key, or only a 'live' one if a test key would change or show live
   * data. Without it the route requires a signed-in person. The scope follows from the permission.
   */
  apiKey?: 'any' | 'live';
  /**
   * Callable by the editor inside a frame of another website, for its one draft and for the current user;
   * 'sending' only if the frame may send.
   */
  frame?: 'editing' | 'sending';
  /**
   * Available without the second factor that the account requires: setting it up, confirming the address it
   * needs, switching accounts. Not leaving the account, because that transfers the member's content.
   */
  withoutSecondFactor?: true;
  /** Available while the account is being deleted: export, cancellation, switching accounts. */
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
 * How a repeated request with the same Idempotency-Key gets the first response and has no further effect: the
 * action stores its response in its own transaction, or the server stores the response after the action.
 * 'none' if the response is a secret that is not stored.
 */
type Idempotency = 'in-transaction' | 'stored-response' | 'none';
type Reading = { at: `GET /${string}`; idempotency?: never };
/** A change that an API key may make states its idempotency. */
type Changing = { at: Exclude<Address, `GET /${string}`> } & (
  | { apiKey?: never; idempotency?: Idempotency }
  | { apiKey: 'any' | 'live'; idempotency: Idempotency }
);

/** Everything about a route but its name, which is the key of its row. */
export type Row = Basics & (ForMembers | ForOthers) & (Reading | Changing);

export type Route = Row & { name: string };
export type MemberRoute = Route & ForMembers;

/** Adds its name to each row, and closes all bodies and queries: unknown keys are refused by name. */
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

/** Others may add parameters to the address of a page, such as the links of a mail program. */
export function isOpenedInBrowser({ answers }: Pick<Row, 'answers'>): boolean {
  return Object.values(answers).some(
    (answer) => !isSchema(answer) && (answer.kind === 'page' || answer.kind === 'redirect'),
  );
}

export const isSchema = (part: Answer | Body): part is z.ZodType => part instanceof z.ZodType;

/** Returns the schema of a JSON response; undefined for any other response. */
export function jsonAnswerOf(answer: Answer): z.ZodType | undefined {
  if (isSchema(answer)) return answer;
  return answer.kind === 'file' ? answer.json : undefined;
}

/** Returns the schema of the JSON body of a route; undefined if it takes none. */
export function jsonBodyOf({ body }: Pick<Row, 'body'>): z.ZodType | undefined {
  if (!body || isSchema(body)) return body;
  return body.kind === 'form' ? body.json : undefined;
}
