import { embeddingPaths } from '#contract/paths.ts';
import { ofId, toChange, toLoad } from './call.ts';
import { queryClient } from './query-client.ts';

export const originsQuery = toLoad(['api', 'embedding', 'origins'], embeddingPaths.listOrigins);

const lookAgain = () => queryClient.invalidateQueries({ queryKey: originsQuery.queryKey });

export const addOrigin = toChange(
  embeddingPaths.addOrigin,
  (origin: string) => ({ body: { origin } }),
  lookAgain,
);

export const removeOrigin = toChange(embeddingPaths.removeOrigin, ofId, lookAgain);
