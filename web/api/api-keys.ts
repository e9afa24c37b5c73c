import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { CreateKeyBody } from '#contract/api-keys.ts';
import { apiKeyPaths } from '#contract/paths.ts';
import { change, load } from './call.ts';
import { queryClient } from './query-client.ts';

/** The API keys of the account, and whether its plan has any. */
export const apiKeysQuery = queryOptions({
  queryKey: ['api', 'keys'],
  queryFn: ({ signal }) => load(apiKeyPaths.listKeys, {}, signal),
  refetchOnMount: 'always',
});

const lookAgain = () => queryClient.invalidateQueries({ queryKey: apiKeysQuery.queryKey });

export const createApiKey = mutationOptions({
  mutationFn: (body: CreateKeyBody) => change(apiKeyPaths.createKey, { body }),
  onSuccess: lookAgain,
});

export const renameApiKey = mutationOptions({
  mutationFn: ({ id, name }: { id: string; name: string }) =>
    change(apiKeyPaths.renameKey, { params: { id }, body: { name } }),
  onSuccess: lookAgain,
});

export const rotateApiKey = mutationOptions({
  mutationFn: ({ id, overlapHours }: { id: string; overlapHours: number }) =>
    change(apiKeyPaths.rotateKey, { params: { id }, body: { overlapHours } }),
  onSuccess: lookAgain,
});

export const revokeApiKey = mutationOptions({
  mutationFn: (id: string) => change(apiKeyPaths.revokeKey, { params: { id } }),
  onSuccess: lookAgain,
});
