import { queryOptions } from '@tanstack/react-query';
import { proposalPaths } from '#contract/paths.ts';
import { load, ofId, mutationTo } from './transport/call.ts';
import { invalidateDocuments } from './documents.ts';

/** Never reloaded automatically: nothing may change while a person is about to confirm it. */
export function proposalQuery(id: string) {
  return queryOptions({
    queryKey: ['api', 'proposals', id],
    queryFn: ({ signal }) => load(proposalPaths.readProposal, { params: { id } }, signal),
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

export const confirmProposal = mutationTo(
  proposalPaths.confirmProposal,
  ({ id, fingerprint }: { id: string; fingerprint: string }) => ({ params: { id }, body: { fingerprint } }),
  invalidateDocuments,
);

export const dismissProposal = mutationTo(proposalPaths.dismissProposal, ofId);
