import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import { forYouPaths } from '#contract/paths.ts';
import type { ForYouList } from '#core/recipient/for-you.ts';
import { change, load, queryFor } from './transport/call.ts';

const forYouKey = ['api', 'for-you'] as const;

/**
 * These documents come from other accounts and cause no real-time events, so they are fetched again whenever
 * the page is shown.
 */
const readAgain = { refetchOnMount: 'always', refetchOnWindowFocus: 'always', retry: false } as const;

/** The number of documents that are waiting for the person. */
export const waitingForYouQuery = {
  ...queryFor([...forYouKey, 'waiting'], forYouPaths.listForYou, { query: { limit: 1 } }),
  ...readAgain,
};

export const forYouQuery = (list: ForYouList, cursor: string | null) =>
  queryOptions({
    queryKey: [...forYouKey, list, cursor],
    queryFn: ({ signal }) =>
      load(forYouPaths.listForYou, { query: { list, ...(cursor !== null && { cursor }) } }, signal),
    placeholderData: keepPreviousData,
    ...readAgain,
  });

/** Opens the person's own signing page in this tab. */
export const openForYou = mutationOptions({
  mutationFn: (recipientId: string) => change(forYouPaths.openForYou, { params: { recipientId } }),
  onSuccess: ({ url }) => window.location.assign(url),
});
