import type { TeamDeps } from '../team/deps.ts';

export type ProvisioningDeps = Pick<TeamDeps, 'config' | 'db' | 'jobs' | 'clock' | 'plans'>;
