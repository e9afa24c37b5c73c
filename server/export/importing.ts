import type { TrustedLogKey } from '#core/log/trusted-keys.ts';
import type { SealKey } from '../ports/seal-key.ts';
import type { Services } from '../services.ts';

export type Importing = Pick<Services, 'db' | 'files' | 'pdf' | 'jobs' | 'webhookKey' | 'config'> & {
  /** Ms UTC. */
  now: number;
  /** The key of this installation, whose roots are trusted; or those roots in DER. */
  key?: SealKey;
  ownRoots?: readonly Uint8Array[];
  /** Further roots in DER that the operator trusts for this import, and the keys of their logs where those are known. */
  roots?: readonly Uint8Array[];
  logKeys?: readonly TrustedLogKey[] | undefined;
  timestampRoots?: readonly Uint8Array[];
  /** Lists of withdrawn certificates in DER, besides those that `key` gives. */
  lists?: readonly Uint8Array[];
  /** The address of the owner who gets the account, where the archive names several. */
  owner?: string | undefined;
  /** Does everything and takes it back, so that a check says what an import would say. */
  isTrial?: boolean;
};
