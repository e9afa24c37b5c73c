import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { aboutPaths } from '#contract/paths.ts';
import type { Readiness, SupportMessageBody } from '#contract/operations/support.ts';
import { ask } from '../kit/request.ts';
import { change, readAnswer, queryFor, uncachedQueryFor } from './transport/call.ts';
import { queryClient } from './transport/query-client.ts';
import { success } from './transport/request.ts';

/** The operator of this server, and its seal. */
export const installationQuery = queryFor(['api', 'installation'], aboutPaths.readInstallation);

/**
 * The state of every component. A server that is not ready responds with 503, which is a valid response here.
 */
export const readinessQuery = queryOptions({
  queryKey: ['api', 'ready'],
  queryFn: async ({ signal }): Promise<Readiness> => {
    const answer = await ask(aboutPaths.readReadiness, {}, { signal });
    return readAnswer(aboutPaths.readReadiness, answer.status === 503 ? answer : success(answer));
  },
  // The current state of the server, for which there are no events.
  refetchOnMount: 'always',
});

/** The messages of the signed-in person, with replies. */
export const ownMessagesQuery = uncachedQueryFor(['api', 'support', 'messages'], aboutPaths.listOwnMessages);

export const replyToSupport = mutationOptions({
  mutationFn: ({ id, message }: { id: string; message: string }) =>
    change(aboutPaths.replyToSupport, { params: { id }, body: { message } }),
  onSuccess: (messages) => queryClient.setQueryData(ownMessagesQuery.queryKey, messages),
});

export const sendSupportMessage = mutationOptions({
  mutationFn: (body: SupportMessageBody) => change(aboutPaths.writeSupportMessage, { body }),
  onSuccess: () => queryClient.invalidateQueries({ queryKey: ownMessagesQuery.queryKey }),
});
