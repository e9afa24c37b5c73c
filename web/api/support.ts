import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { addressOf } from '#contract/address.ts';
import { aboutPaths } from '#contract/paths.ts';
import type { Readiness, SupportMessageBody } from '#contract/support.ts';
import { change, load, readAnswer } from './call.ts';
import { RequestError } from './request.ts';

/** Who runs this server and what its seal is. */
export const installationQuery = queryOptions({
  queryKey: ['api', 'installation'],
  queryFn: ({ signal }) => load(aboutPaths.readInstallation, {}, signal),
});

/** The state of every part; a server that is not ready says so with 503, which is an answer and no failure. */
export const readinessQuery = queryOptions({
  queryKey: ['api', 'ready'],
  queryFn: async ({ signal }): Promise<Readiness> => {
    const response = await fetch(addressOf(aboutPaths.readReadiness), { signal });
    if (response.ok || response.status === 503) return readAnswer(aboutPaths.readReadiness, response);
    throw new RequestError(response.status, response.statusText, await response.text());
  },
  // How the server does now, which no change of the account's data can hint at.
  refetchOnMount: 'always',
});

export const sendSupportMessage = mutationOptions({
  mutationFn: (body: SupportMessageBody) => change(aboutPaths.writeSupportMessage, { body }),
});
