import type { Ledger } from '../crash/ledger.ts';
import type { FaultProxy } from './fault-proxy.ts';
import type { Outside } from './outside.ts';
import type { TorturedServer } from './tortured-server.ts';

/** Everything that a fault can affect. */
export type Game = {
  server: TorturedServer;
  outside: Outside;
  proxy: FaultProxy;
  ledger: Ledger;
  dataDir: string;
  /** URL of the database while the server runs. */
  databaseUrl(): string;
  random: () => number;
  /** Skips faults that take minutes. */
  short: boolean;
  /**
   * Until then an internal error (500) is acceptable: a stored file is corrupted, or was when it was read. ms
   * UTC.
   */
  mayFailUntil: number;
  /** Maximum number of emails that the mail server accepted without confirming, which may be duplicated. */
  mailsLost: number;
  /** Restarts it from any state. */
  restart(): Promise<void>;
  /** SIGTERM; any misbehavior counts as a fault of the round. */
  stop(): Promise<void>;
};
