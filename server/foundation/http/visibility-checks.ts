import { guardedNoun, type GuardedNoun } from '#contract/guarded.ts';
import type { Address } from '#contract/paths.ts';
import type { Member } from '#core/permission/member.ts';
import type { FolderAccess, Visibility } from '#core/permission/visibility.ts';
import { refuse, type Refusal } from '#core/refusal.ts';

export interface VisibilityChecks {
  /** Returns which parts of their account a member can see now. */
  of(member: { accountId: string; userId: string } & Pick<Member, 'role'>): Promise<Visibility>;
  /** Returns the member's access to one object; undefined if the account has no object with this id. */
  access(
    member: { accountId: string; sight: Visibility },
    noun: GuardedNoun,
    id: string,
  ): Promise<FolderAccess | undefined>;
}

/**
 * The refusal is the same as for a nonexistent object, so that an id does not reveal whether the object
 * exists.
 */
const unknown: Readonly<Record<GuardedNoun, Refusal>> = {
  documents: refuse('not-found', 'Document not found or access denied'),
  folders: refuse('not-found', 'Folder not found or access denied'),
  templates: refuse('not-found', 'Template not found or access denied'),
  contacts: refuse('not-found', 'This contact does not exist.'),
  bulk: refuse('not-found', 'Bulk send not found or access denied'),
};

export const viewOnly = refuse(
  'folder-view-only',
  'You can view this folder but not change it. Ask its owner for more access.',
);

/**
 * Checks visibility for every route with such an object in its path, so that no route can forget it. `reads`
 * is true if the route changes nothing. Objects named in a body or query are checked where they are used.
 */
export async function requireVisible(
  sights: VisibilityChecks,
  member: { accountId: string; sight: Visibility },
  { at, id, reads }: { at: Address; id: string | undefined; reads: boolean },
): Promise<Refusal | undefined> {
  const noun = member.sight.all ? undefined : guardedNoun(at);
  if (noun === undefined || id === undefined) return undefined;
  const access = await sights.access(member, noun, id);
  // Runs before any other check. A different response for nonexistent objects would reveal which ids exist.
  if (access === 'none' || access === undefined) return unknown[noun];
  return access === 'view' && !reads ? viewOnly : undefined;
}
