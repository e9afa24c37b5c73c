import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { SupportThread } from '#contract/operator.ts';
import { operatorPaths } from '#contract/paths.ts';
import type { SupportState } from '#core/support/promise.ts';
import { change, load, loadPage } from './call.ts';
import { queryClient } from './query-client.ts';

const key = ['api', 'operator'];

/** Open matters for whoever runs this server; an error for everybody else. */
export const operatorQuery = queryOptions({
  queryKey: [...key, 'counts'],
  queryFn: ({ signal }) => load(operatorPaths.readOperator, {}, signal),
  retry: false,
  refetchOnMount: 'always',
});

export const supportQueueQuery = (state: SupportState, cursor: string | null) =>
  queryOptions({
    queryKey: [...key, 'support', state, cursor],
    queryFn: ({ signal }) =>
      loadPage(operatorPaths.listSupport, { query: { state, ...(cursor && { cursor }) } }, signal),
    refetchOnMount: 'always',
  });

export const supportThreadQuery = (id: string) =>
  queryOptions({
    queryKey: [...key, 'support', id],
    queryFn: ({ signal }) => load(operatorPaths.readSupport, { params: { id } }, signal),
    refetchOnMount: 'always',
  });

async function keep(thread: SupportThread): Promise<void> {
  queryClient.setQueryData(supportThreadQuery(thread.id).queryKey, thread);
  await queryClient.invalidateQueries({ queryKey: key, refetchType: 'none' });
}

export const answerSupport = mutationOptions({
  mutationFn: ({ id, message }: { id: string; message: string }) =>
    change(operatorPaths.answerSupport, { params: { id }, body: { message } }),
  onSuccess: keep,
});

export const setSupportState = mutationOptions({
  mutationFn: ({ id, state }: { id: string; state: 'closed' | 'open' }) =>
    change(operatorPaths.setSupportState, { params: { id }, body: { state } }),
  onSuccess: keep,
});
