/**
 * GET /api/live and GET /api/sign/{token}/live are streams of server-sent events (WHATWG HTML §9.2). A message
 * says what may have changed and never what it is now: whoever is interested asks again.
 */
export const liveEvents = {
  /** To members; data: a JSON array of topics. */
  hints: 'hints',
  /** To a signer: what stands behind their link may have changed. Without data of its own. */
  changed: 'changed',
  /** The last event of a stream; data: an ending. */
  end: 'end',
} as const;

/**
 * 'all' (messages may have been missed), 'documents' (some came, went or were moved), 'document:<id>', 'templates',
 * 'contacts', 'folders', 'notices' (the reader's own), 'bulk:<id>' (how far a bulk send is), 'account' (plan, name,
 * choices) 'exports' (how far an archive is), 'audit' (something happened to the account itself) and 'webhooks'. A client ignores what it does not know.
 */
export type LiveTopic =
  | 'all'
  | 'documents'
  | `document:${string}`
  | 'templates'
  | 'contacts'
  | 'folders'
  | `bulk:${string}`
  | 'notices'
  | 'account'
  | 'audit'
  | 'webhooks'
  | 'exports';

/**
 * Why the server ends a stream: nobody is signed in any more; the same reader has opened newer ones, and this
 * one should rest until it is looked at; or the server stops, and another try finds its successor.
 */
export const liveEndings = ['session-ended', 'replaced', 'shutdown'] as const;
export type LiveEnding = (typeof liveEndings)[number];
