import type { TrustedLogKey } from '#core/log/trusted-keys.ts';
import type { SealKey } from '../../ports/seal-key.ts';
import type { ExportDeps } from './deps.ts';

export type Importing = Pick<
  ExportDeps,
  'db' | 'files' | 'pdf' | 'docx' | 'jobs' | 'webhookKey' | 'config'
> & {
  /** Time of the import (ms UTC). */
  now: number;
  /** This installation's sealing key, whose roots are trusted unless `ownRoots` (DER) replaces them. */
  key?: SealKey;
  ownRoots?: readonly Uint8Array[];
  /** Additional roots (DER) to trust in this import, and the keys of their logs if known. */
  roots?: readonly Uint8Array[];
  logKeys?: readonly TrustedLogKey[] | undefined;
  timestampRoots?: readonly Uint8Array[];
  /** Certificate revocation lists (DER) in addition to those of `key`. */
  lists?: readonly Uint8Array[];
  /** Email address of the owner who gets the account, in case the archive has several. */
  owner?: string | undefined;
  /**
   * If true, the import is performed and rolled back, so that a check reports exactly what an import would.
   */
  isTrial?: boolean;
};
