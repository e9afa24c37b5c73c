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
  /** URL of the database while the server is running. */
  databaseUrl(): string;
  random: () => number;
  /** If true, skips faults that take minutes. */
  short: boolean;
  /**
   * Time (ms UTC) until which an internal error (500) is acceptable, because a stored file is corrupted or
   * was when it was read.
   */
  mayFailUntil: number;
  /** Maximum number of duplicate emails. The mail server accepted that many without confirming. */
  mailsLost: number;
  /** Restarts the server, whatever its state. */
  restart(): Promise<void>;
  /** Stops the server with SIGTERM. If it does not stop properly, that is a fault of the round. */
  stop(): Promise<void>;
};
