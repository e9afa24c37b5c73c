import type { Ledger } from '../crash/ledger.ts';
import type { FaultProxy } from './fault-proxy.ts';
import type { Outside } from './outside.ts';
import type { TorturedServer } from './tortured-server.ts';

/** Everything that a fault can reach. */
export type Game = {
  server: TorturedServer;
  outside: Outside;
  proxy: FaultProxy;
  ledger: Ledger;
  dataDir: string;
  /** Of the database, while the server runs. */
  databaseUrl(): string;
  random: () => number;
  /** Faults that cost minutes are left out. */
  short: boolean;
  /** Until then a fault of our own (500) is a true answer: a stored file is rotten, or was when it was read. ms UTC. */
  mayFailUntil: number;
  /** Mails that the mail server took without saying so, at most: so many may be there twice. */
  mailsLost: number;
  /** Starts it again, whatever state it is in. */
  restart(): Promise<void>;
  /** SIGTERM; whatever it does wrong is a fault of the round. */
  stop(): Promise<void>;
};
