import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { groupPaths, sharingPaths } from '#contract/paths.ts';
import type { FolderSharing } from '#contract/documents/sharing.ts';
import { change, load, ofId, mutationTo } from './transport/call.ts';
import { invalidateAll } from './transport/query-client.ts';

export const groupsQuery = queryOptions({
  queryKey: ['api', 'team', 'groups'],
  queryFn: async ({ signal }) => (await load(groupPaths.listGroups, {}, signal)) ?? [],
});

type Group = { name: string; memberIds: string[] };

/** Creates a group, or replaces the one with this id. */
export const saveGroup = mutationOptions({
  mutationFn: ({ id, ...body }: Group & { id: string | null }) =>
    id === null
      ? change(groupPaths.createGroup, { body })
      : change(groupPaths.changeGroup, { params: { id }, body }),
  onSuccess: invalidateAll,
});

export const deleteGroup = mutationTo(groupPaths.deleteGroup, ofId, invalidateAll);

export const shareFolder = mutationTo(
  sharingPaths.shareFolder,
  ({ id, ...body }: FolderSharing & { id: string }) => ({ params: { id }, body }),
  invalidateAll,
);

const addresses = { template: sharingPaths.shareTemplate, contact: sharingPaths.shareContact } as const;

export const shareThing = mutationOptions({
  mutationFn: ({ kind, id, ...body }: { kind: keyof typeof addresses; id: string; private: boolean }) =>
    change(addresses[kind], { params: { id }, body }),
  onSuccess: invalidateAll,
});
