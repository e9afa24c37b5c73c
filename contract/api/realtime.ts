/**
 * GET /api/live and GET /api/sign/{token}/live are streams of server-sent events (WHATWG HTML §9.2). Messages
 * say what may have changed, and clients then load the new state.
 */
export const liveEvents = {
  /** For members. The data are a JSON array of topics. */
  hints: 'hints',
  /** For a signer: the content of the signing page may have changed. No data. */
  changed: 'changed',
  /** The last event of a stream. The data are the reason why it ended. */
  end: 'end',
} as const;

/**
 * 'all' (messages may have been missed), 'documents' (some were added, removed or moved), 'document:<id>',
 * 'templates', 'contacts', 'folders', 'notices' (the member's own), 'bulk:<id>' (progress of a bulk send),
 * 'account' (plan, name, settings), 'exports' (progress of an archive), 'audit' (an event of the account itself)
 * and 'webhooks'. Clients ignore unknown topics.
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
 * Why the server ends a stream. The session ended, or the server is stopping and a new connection reaches its
 * successor. 'replaced' means that the same reader opened newer streams, and this one should pause until its
 * page is visible again.
 */
export const liveEndings = ['session-ended', 'replaced', 'shutdown'] as const;
export type LiveEnding = (typeof liveEndings)[number];
