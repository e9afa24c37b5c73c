/**
 * GET /api/live and GET /api/sign/{token}/live are streams of server-sent events (WHATWG HTML §9.2). Messages
 * indicate what may have changed. Clients then fetch the new state.
 */
export const liveEvents = {
  /** For members; data: a JSON array of topics. */
  hints: 'hints',
  /** For a signer: the content behind their link may have changed. No data. */
  changed: 'changed',
  /** The last event of a stream; data: the reason it ended. */
  end: 'end',
} as const;

/**
 * 'all' (messages may have been missed), 'documents' (some were added, removed or moved), 'document:<id>',
 * 'templates', 'contacts', 'folders', 'notices' (the reader's own), 'bulk:<id>' (progress of a bulk send),
 * 'account' (plan, name, settings), 'exports' (progress of an archive), 'audit' (an event of the account
 * itself) and 'webhooks'. Clients ignore unknown topics.
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
 * Why the server ends a stream: the session ended; the same reader opened newer streams, and this one should
 * pause until its page is visible again; or the server is stopping, and a new connection reaches its
 * successor.
 */
export const liveEndings = ['session-ended', 'replaced', 'shutdown'] as const;
export type LiveEnding = (typeof liveEndings)[number];
