import { provisioningPaths } from '#contract/paths.ts';
import { mutationTo, ofId, uncachedQueryFor } from './transport/call.ts';
import { queryClient } from './transport/query-client.ts';

/** The provisioning tokens of the account. For owners only. */
export const provisioningQuery = uncachedQueryFor(
  ['api', 'team', 'provisioning'],
  provisioningPaths.readProvisioning,
);

const refetch = () => queryClient.invalidateQueries({ queryKey: provisioningQuery.queryKey });

type NewToken = { name: string; role: 'member' | 'viewer'; password: string };

export const createProvisioningToken = mutationTo(
  provisioningPaths.createProvisioningToken,
  (body: NewToken) => ({ body }),
  refetch,
);
export const deleteProvisioningToken = mutationTo(provisioningPaths.deleteProvisioningToken, ofId, refetch);
