import type { CreateKeyBody } from '#contract/api-keys.ts';
import { apiKeyPaths } from '#contract/paths.ts';
import { ofId, toChange, toLoadAnew } from './call.ts';
import { queryClient } from './query-client.ts';

/** The API keys of the account, and whether its plan includes them. */
export const apiKeysQuery = toLoadAnew(['api', 'keys'], apiKeyPaths.listKeys);

const lookAgain = () => queryClient.invalidateQueries({ queryKey: apiKeysQuery.queryKey });

export const createApiKey = toChange(apiKeyPaths.createKey, (body: CreateKeyBody) => ({ body }), lookAgain);

export const renameApiKey = toChange(
  apiKeyPaths.renameKey,
  ({ id, name }: { id: string; name: string }) => ({ params: { id }, body: { name } }),
  lookAgain,
);

export const rotateApiKey = toChange(
  apiKeyPaths.rotateKey,
  ({ id, overlapHours }: { id: string; overlapHours: number }) => ({
    params: { id },
    body: { overlapHours },
  }),
  lookAgain,
);

export const revokeApiKey = toChange(apiKeyPaths.revokeKey, ofId, lookAgain);
