import { useQuery } from '@tanstack/react-query';
import type { DocumentSummary } from '#contract/documents/documents.ts';
import { currentUserQuery } from '../api/account.ts';
import { membersQuery } from '../api/team.ts';

export type Owned = Pick<DocumentSummary, 'id' | 'title' | 'ownerId'>;

/**
 * Returns the documents that the member may transfer, and the members who prepare and send documents and can
 * therefore take them over. Team managers can transfer documents of all members, others only their own.
 */
export function useHandOver(documents: readonly Owned[]) {
  const members = useQuery(membersQuery).data ?? [];
  const user = useQuery(currentUserQuery).data;
  const can = user?.can ?? [];
  const mine = can.includes('team.manage')
    ? documents
    : documents.filter(({ ownerId }) => ownerId === user?.id);
  const only = mine.length === 1 ? mine[0]?.ownerId : undefined;
  const heirs = members.filter(({ id, role }) => role !== 'viewer' && id !== only);
  return { mine: can.includes('document.manage') && heirs.length > 0 ? mine : [], heirs };
}
