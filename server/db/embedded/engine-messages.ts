/** What the thread of the application and the thread of the embedded database say to each other. */

export interface EngineOptions {
  /** Where the database lives; made when it is not there. */
  directory: string;
}

export type ToEngine =
  | { type: 'connect'; connection: number }
  | { type: 'data'; connection: number; bytes: Uint8Array }
  | { type: 'disconnect'; connection: number }
  | { type: 'ping'; id: number }
  | { type: 'close' };

export type FromEngine =
  | { type: 'ready' }
  | { type: 'refused'; message: string }
  | { type: 'data'; connection: number; bytes: Uint8Array }
  | { type: 'end'; connection: number }
  | { type: 'pong'; id: number; syncs: number }
  | { type: 'panic'; message: string }
  | { type: 'closed' };
