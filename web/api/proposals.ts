import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { proposalPaths } from '#contract/paths.ts';
import { change, load } from './call.ts';
import { forgetDocuments } from './documents.ts';

/** Never read again by itself: nothing changes under the eyes of somebody who is about to confirm it. */
export function proposalQuery(id: string) {
  return queryOptions({
    queryKey: ['api', 'proposals', id],
    queryFn: ({ signal }) => load(proposalPaths.readProposal, { params: { id } }, signal),
    ...{ gcTime: 0, staleTime: Infinity, refetchOnWindowFocus: false, refetchOnReconnect: false },
  });
}

export const confirmProposal = mutationOptions({
  mutationFn: ({ id, fingerprint }: { id: string; fingerprint: string }) =>
    change(proposalPaths.confirmProposal, { params: { id }, body: { fingerprint } }),
  onSuccess: () => forgetDocuments(),
});

export const dismissProposal = mutationOptions({
  mutationFn: (id: string) => change(proposalPaths.dismissProposal, { params: { id } }),
});
