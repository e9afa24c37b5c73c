import { infiniteQueryOptions } from '@tanstack/react-query';
import { destinationPaths } from '#contract/paths.ts';
import type { AddDestinationInput, ChangeDestinationInput } from '#contract/messages/destinations.ts';
import { loadPage, ofId, mutationTo, queryFor } from './transport/call.ts';
import { queryClient } from './transport/query-client.ts';

const destinationsKey = ['api', 'destinations'] as const;

export const destinationsQuery = queryFor([...destinationsKey, 'list'], destinationPaths.listDestinations);

/** The files for a destination, page by page. */
export function fileDeliveriesQuery(id: string, state: 'missing' | 'delivered') {
  return infiniteQueryOptions({
    queryKey: [...destinationsKey, id, state],
    queryFn: ({ pageParam: cursor, signal }) =>
      loadPage(
        destinationPaths.listFileDeliveries,
        { params: { id }, query: { state, ...(cursor !== null && { cursor }) } },
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  });
}

const refetch = () => queryClient.invalidateQueries({ queryKey: destinationsKey });

export const addDestination = mutationTo(
  destinationPaths.addDestination,
  (body: AddDestinationInput) => ({ body }),
  refetch,
);

export const changeDestination = mutationTo(
  destinationPaths.changeDestination,
  ({ id, ...body }: ChangeDestinationInput & { id: string }) => ({ params: { id }, body }),
  refetch,
);

export const removeDestination = mutationTo(destinationPaths.removeDestination, ofId, refetch);
export const testDestination = mutationTo(destinationPaths.testDestination, ofId, refetch);
export const retryFileDeliveries = mutationTo(destinationPaths.retryFileDeliveries, ofId, refetch);

export const deliverEarlier = mutationTo(
  destinationPaths.deliverEarlier,
  ({ id, since }: { id: string; since: string }) => ({ params: { id }, body: { since } }),
  refetch,
);
