import type { SealKey } from '../ports/seal-key.ts';
import type { Services } from '../services.ts';

export type Importing = Pick<Services, 'db' | 'files' | 'pdf' | 'jobs' | 'webhookKey' | 'config'> & {
  /** Ms UTC. */
  now: number;
  /** The key of this installation, whose roots are trusted. */
  key?: SealKey;
  /** Further roots in DER that the operator trusts for this import. */
  roots?: readonly Uint8Array[];
  timestampRoots?: readonly Uint8Array[];
  /** The address of the owner who gets the account, where the archive names several. */
  owner?: string | undefined;
  /** Does everything and takes it back, so that a check says what an import would say. */
  isTrial?: boolean;
};
