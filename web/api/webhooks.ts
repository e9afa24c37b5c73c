import { infiniteQueryOptions } from '@tanstack/react-query';
import { webhookPaths } from '#contract/paths.ts';
import type { AddWebhookBody, ChangeWebhookBody } from '#contract/webhooks.ts';
import { loadPage, ofId, toChange, toLoad } from './call.ts';
import { queryClient } from './query-client.ts';

const webhooksKey = ['api', 'webhooks'] as const;

export const webhooksQuery = toLoad([...webhooksKey, 'list'], webhookPaths.listWebhooks);

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
  return toLoad([...webhooksKey, id, 'log', eventId], webhookPaths.readDelivery, { params: { id, eventId } });
}

const lookAgain = () => queryClient.invalidateQueries({ queryKey: webhooksKey });

export const addWebhook = toChange(webhookPaths.addWebhook, (body: AddWebhookBody) => ({ body }), lookAgain);

export const changeWebhook = toChange(
  webhookPaths.changeWebhook,
  ({ id, ...body }: ChangeWebhookBody & { id: string }) => ({ params: { id }, body }),
  lookAgain,
);

export const removeWebhook = toChange(webhookPaths.removeWebhook, ofId, lookAgain);
export const renewWebhookSecret = toChange(webhookPaths.renewWebhookSecret, ofId, lookAgain);
export const testWebhook = toChange(webhookPaths.testWebhook, ofId, lookAgain);

export const replayDelivery = toChange(
  webhookPaths.replayDelivery,
  (params: { id: string; eventId: string }) => ({ params }),
  lookAgain,
);

export const replayFailed = toChange(webhookPaths.replayFailed, ofId, lookAgain);
