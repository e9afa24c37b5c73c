import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { aboutPaths } from '#contract/paths.ts';
import type { Readiness, SupportMessageBody } from '#contract/support.ts';
import { ask } from '../kit/request.ts';
import { change, readAnswer, toLoad, toLoadAnew } from './call.ts';
import { queryClient } from './query-client.ts';
import { success } from './request.ts';

/** Who runs this server and what its seal is. */
export const installationQuery = toLoad(['api', 'installation'], aboutPaths.readInstallation);

/** The state of every part; a server that is not ready says so with 503, which is an answer and no failure. */
export const readinessQuery = queryOptions({
  queryKey: ['api', 'ready'],
  queryFn: async ({ signal }): Promise<Readiness> => {
    const answer = await ask(aboutPaths.readReadiness, {}, { signal });
    return readAnswer(aboutPaths.readReadiness, answer.status === 503 ? answer : success(answer));
  },
  // How the server does now, which no change of the account's data can hint at.
  refetchOnMount: 'always',
});

/** The messages of whoever is signed in, and the answers. */
export const ownMessagesQuery = toLoadAnew(['api', 'support', 'messages'], aboutPaths.listOwnMessages);

export const replyToSupport = mutationOptions({
  mutationFn: ({ id, message }: { id: string; message: string }) =>
    change(aboutPaths.replyToSupport, { params: { id }, body: { message } }),
  onSuccess: (messages) => queryClient.setQueryData(ownMessagesQuery.queryKey, messages),
});

export const sendSupportMessage = mutationOptions({
  mutationFn: (body: SupportMessageBody) => change(aboutPaths.writeSupportMessage, { body }),
  onSuccess: () => queryClient.invalidateQueries({ queryKey: ownMessagesQuery.queryKey }),
});
