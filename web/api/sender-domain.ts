import { mutationOptions } from '@tanstack/react-query';
import { senderDomainPaths } from '#contract/paths.ts';
import type { SenderDomainAnswer, SenderDomainBody } from '#contract/messages/sender-domain.ts';
import { change, mutationTo, uncachedQueryFor } from './transport/call.ts';
import { queryClient } from './transport/query-client.ts';

/** The domain from which emails of the account are sent. */
export const senderDomainQuery = uncachedQueryFor(
  ['api', 'brand', 'sender-domain'],
  senderDomainPaths.readSenderDomain,
);

const keep = (answer: SenderDomainAnswer) => queryClient.setQueryData(senderDomainQuery.queryKey, answer);

export const saveSenderDomain = mutationTo(
  senderDomainPaths.putSenderDomain,
  (body: SenderDomainBody) => ({ body }),
  keep,
);

export const checkSenderDomain = mutationTo(senderDomainPaths.checkSenderDomain, () => ({}), keep);

export const removeSenderDomain = mutationOptions({
  mutationFn: () => change(senderDomainPaths.deleteSenderDomain),
  onSuccess: () => queryClient.invalidateQueries({ queryKey: senderDomainQuery.queryKey }),
});
