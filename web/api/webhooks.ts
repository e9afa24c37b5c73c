import { infiniteQueryOptions, mutationOptions, queryOptions } from '@tanstack/react-query';
import { webhookPaths } from '#contract/paths.ts';
import type { AddWebhookBody, ChangeWebhookBody } from '#contract/webhooks.ts';
import { change, load, loadPage } from './call.ts';
import { queryClient } from './query-client.ts';

const webhooksKey = ['api', 'webhooks'] as const;

export const webhooksQuery = queryOptions({
  queryKey: [...webhooksKey, 'list'],
  queryFn: ({ signal }) => load(webhookPaths.listWebhooks, {}, signal),
});

/** The log of an endpoint, a page at a time. */
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
  return queryOptions({
    queryKey: [...webhooksKey, id, 'log', eventId],
    queryFn: ({ signal }) => load(webhookPaths.readDelivery, { params: { id, eventId } }, signal),
  });
}

const lookAgain = () => queryClient.invalidateQueries({ queryKey: webhooksKey });

export const addWebhook = mutationOptions({
  mutationFn: (body: AddWebhookBody) => change(webhookPaths.addWebhook, { body }),
  onSuccess: lookAgain,
});

export const changeWebhook = mutationOptions({
  mutationFn: ({ id, ...body }: ChangeWebhookBody & { id: string }) =>
    change(webhookPaths.changeWebhook, { params: { id }, body }),
  onSuccess: lookAgain,
});

export const removeWebhook = mutationOptions({
  mutationFn: (id: string) => change(webhookPaths.removeWebhook, { params: { id } }),
  onSuccess: lookAgain,
});

export const renewWebhookSecret = mutationOptions({
  mutationFn: (id: string) => change(webhookPaths.renewWebhookSecret, { params: { id } }),
  onSuccess: lookAgain,
});

export const testWebhook = mutationOptions({
  mutationFn: (id: string) => change(webhookPaths.testWebhook, { params: { id } }),
  onSuccess: lookAgain,
});

export const replayDelivery = mutationOptions({
  mutationFn: (params: { id: string; eventId: string }) => change(webhookPaths.replayDelivery, { params }),
  onSuccess: lookAgain,
});

export const replayFailed = mutationOptions({
  mutationFn: (id: string) => change(webhookPaths.replayFailed, { params: { id } }),
  onSuccess: lookAgain,
});
