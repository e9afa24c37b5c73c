import { infiniteQueryOptions } from '@tanstack/react-query';
import { webhookPaths } from '#contract/paths.ts';
import type { AddWebhookBody, ChangeWebhookBody } from '#contract/messages/webhooks.ts';
import { loadPage, ofId, mutationTo, queryFor } from './transport/call.ts';
import { queryClient } from './transport/query-client.ts';

const webhooksKey = ['api', 'webhooks'] as const;

export const webhooksQuery = queryFor([...webhooksKey, 'list'], webhookPaths.listWebhooks);

/** The delivery log of an endpoint, page by page. */
export function deliveriesQuery(id: string) {
  return infiniteQueryOptions({
    queryKey: [...webhooksKey, id, 'log'],
    queryFn: ({ pageParam: cursor, signal }) =>
      loadPage(
        webhookPaths.listDeliveries,
        { params: { id }, ...(cursor !== null && { query: { cursor } }) },
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  });
}

export function deliveryQuery(id: string, eventId: string) {
  return queryFor([...webhooksKey, id, 'log', eventId], webhookPaths.readDelivery, {
    params: { id, eventId },
  });
}

const refetch = () => queryClient.invalidateQueries({ queryKey: webhooksKey });

export const addWebhook = mutationTo(webhookPaths.addWebhook, (body: AddWebhookBody) => ({ body }), refetch);

export const changeWebhook = mutationTo(
  webhookPaths.changeWebhook,
  ({ id, ...body }: ChangeWebhookBody & { id: string }) => ({ params: { id }, body }),
  refetch,
);

export const removeWebhook = mutationTo(webhookPaths.removeWebhook, ofId, refetch);
export const renewWebhookSecret = mutationTo(webhookPaths.renewWebhookSecret, ofId, refetch);
export const testWebhook = mutationTo(webhookPaths.testWebhook, ofId, refetch);

export const replayDelivery = mutationTo(
  webhookPaths.replayDelivery,
  (params: { id: string; eventId: string }) => ({ params }),
  refetch,
);

export const replayFailed = mutationTo(webhookPaths.replayFailed, ofId, refetch);
