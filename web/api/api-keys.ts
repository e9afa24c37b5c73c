import type { CreateKeyBody } from '#contract/accounts/api-keys.ts';
import { apiKeyPaths } from '#contract/paths.ts';
import { ofId, mutationTo, uncachedQueryFor } from './transport/call.ts';
import { queryClient } from './transport/query-client.ts';

/** The API keys of the account, and whether its plan includes them. */
export const apiKeysQuery = uncachedQueryFor(['api', 'keys'], apiKeyPaths.listKeys);

const refetch = () => queryClient.invalidateQueries({ queryKey: apiKeysQuery.queryKey });

export const createApiKey = mutationTo(apiKeyPaths.createKey, (body: CreateKeyBody) => ({ body }), refetch);

export const renameApiKey = mutationTo(
  apiKeyPaths.renameKey,
  ({ id, name }: { id: string; name: string }) => ({ params: { id }, body: { name } }),
  refetch,
);

export const rotateApiKey = mutationTo(
  apiKeyPaths.rotateKey,
  ({ id, overlapHours }: { id: string; overlapHours: number }) => ({
    params: { id },
    body: { overlapHours },
  }),
  refetch,
);

export const revokeApiKey = mutationTo(apiKeyPaths.revokeKey, ofId, refetch);
