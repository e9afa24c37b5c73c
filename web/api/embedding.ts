import { embeddingPaths } from '#contract/paths.ts';
import { ofId, mutationTo, queryFor } from './transport/call.ts';
import { queryClient } from './transport/query-client.ts';

export const originsQuery = queryFor(['api', 'embedding', 'origins'], embeddingPaths.listOrigins);

const refetch = () => queryClient.invalidateQueries({ queryKey: originsQuery.queryKey });

export const addOrigin = mutationTo(
  embeddingPaths.addOrigin,
  (origin: string) => ({ body: { origin } }),
  refetch,
);

export const removeOrigin = mutationTo(embeddingPaths.removeOrigin, ofId, refetch);
