import type { TrustedLogKey } from '#core/log/trusted-keys.ts';
import type { SealKey } from '../../ports/seal-key.ts';
import type { ExportDeps } from './deps.ts';

export type Importing = Pick<
  ExportDeps,
  'db' | 'files' | 'pdf' | 'docx' | 'jobs' | 'webhookKey' | 'config'
> & {
  /** Milliseconds (UTC). */
  now: number;
  /** The sealing key of this installation, whose roots are trusted. `ownRoots` replaces them (DER). */
  key?: SealKey;
  ownRoots?: readonly Uint8Array[];
  /** Additional trusted roots (DER) for this import, and the keys of their logs if known. */
  roots?: readonly Uint8Array[];
  logKeys?: readonly TrustedLogKey[] | undefined;
  timestampRoots?: readonly Uint8Array[];
  /** Certificate revocation lists (DER) besides those of `key`. */
  lists?: readonly Uint8Array[];
  /** Email address of the owner who gets the account, if the archive has several. */
  owner?: string | undefined;
  /** Performs the import and rolls it back, so that a check reports exactly what an import would. */
  isTrial?: boolean;
};
