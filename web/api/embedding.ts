import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { embeddingPaths } from '#contract/paths.ts';
import { change, load } from './call.ts';
import { queryClient } from './query-client.ts';

export const originsQuery = queryOptions({
  queryKey: ['api', 'embedding', 'origins'],
  queryFn: ({ signal }) => load(embeddingPaths.listOrigins, {}, signal),
});

const lookAgain = () => queryClient.invalidateQueries({ queryKey: originsQuery.queryKey });

export const addOrigin = mutationOptions({
  mutationFn: (origin: string) => change(embeddingPaths.addOrigin, { body: { origin } }),
  onSuccess: lookAgain,
});

export const removeOrigin = mutationOptions({
  mutationFn: (id: string) => change(embeddingPaths.removeOrigin, { params: { id } }),
  onSuccess: lookAgain,
});
