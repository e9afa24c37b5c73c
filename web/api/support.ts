import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { Installation, Readiness, SupportMessageAnswer, SupportMessageBody } from '#contract/support.ts';
import { change, load, RequestError } from './request.ts';

/** Who runs this server and what its seal is. */
export const installationQuery = queryOptions({
  queryKey: ['api', 'installation'],
  queryFn: ({ signal }) => load<Installation>('/api/installation', signal),
});

/** The state of every part; a server that is not ready says so with 503, which is an answer and no failure. */
export const readinessQuery = queryOptions({
  queryKey: ['api', 'ready'],
  queryFn: async ({ signal }): Promise<Readiness> => {
    const response = await fetch('/api/ready', { signal });
    if (response.ok || response.status === 503) return (await response.json()) as Readiness;
    throw new RequestError(response.status, response.statusText, await response.text());
  },
  // How the server does now, which no change of the account's data can hint at.
  refetchOnMount: 'always',
});

export const sendSupportMessage = mutationOptions({
  mutationFn: (body: SupportMessageBody) =>
    change<SupportMessageAnswer>('POST', '/api/support/messages', body),
});
