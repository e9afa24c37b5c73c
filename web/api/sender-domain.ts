import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { senderDomainPaths } from '#contract/paths.ts';
import type { SenderDomainAnswer, SenderDomainBody } from '#contract/sender-domain.ts';
import { change, load } from './call.ts';
import { queryClient } from './query-client.ts';

/** The domain that mails of the account come from. */
export const senderDomainQuery = queryOptions({
  queryKey: ['api', 'brand', 'sender-domain'],
  queryFn: ({ signal }) => load(senderDomainPaths.readSenderDomain, {}, signal),
  refetchOnMount: 'always',
});

const keep = (answer: SenderDomainAnswer) => queryClient.setQueryData(senderDomainQuery.queryKey, answer);

export const saveSenderDomain = mutationOptions({
  mutationFn: (body: SenderDomainBody) => change(senderDomainPaths.putSenderDomain, { body }),
  onSuccess: keep,
});

export const checkSenderDomain = mutationOptions({
  mutationFn: () => change(senderDomainPaths.checkSenderDomain),
  onSuccess: keep,
});

export const removeSenderDomain = mutationOptions({
  mutationFn: () => change(senderDomainPaths.deleteSenderDomain),
  onSuccess: () => queryClient.invalidateQueries({ queryKey: senderDomainQuery.queryKey }),
});
