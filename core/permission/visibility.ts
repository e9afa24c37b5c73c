import { refuse } from '../refusal.ts';
import type { Member } from './member.ts';

/** Access to a folder: everything the role allows, read only, or none. */
export type FolderAccess = 'use' | 'view' | 'none';

/** The properties of a folder that determine who sees its content. */
export type GuardedFolder = {
  id: string;
  parentId: string | null;
  /** The member to whom the folder is private; null if it inherits the access of its parent. */
  privateTo: string | null;
  /** Access that the member has through one of their groups. */
  granted?: 'view' | 'use' | undefined;
};

type Seen = { access: FolderAccess; guard: string | null; keeper: string | null };

/**
 * Content of an account that a member can see. With `all`, everything. Otherwise `folders` contains the folders
 * inside private folders, and everything else is shared.
 */
export type Visibility = { userId: string; all: boolean; folders: ReadonlyMap<string, Seen> };

/** For background work without a viewer, such as jobs. */
export const fullVisibility: Visibility = { userId: '', all: true, folders: new Map() };

/**
 * Owners and admins see private content: they are responsible for it and can take it over or transfer it, and
 * the audit trail, reports, webhooks, keys and exports, which they control, reveal it anyway (decision 0028).
 */
export function canSeeEverything({ role }: Pick<Member, 'role'>): boolean {
  return role === 'owner' || role === 'admin';
}

/** The innermost private folder determines access. Access to an outer folder does not extend into it. */
export function visibilityOf(
  member: { userId: string } & Pick<Member, 'role'>,
  folders: readonly GuardedFolder[],
): Visibility {
  const { userId } = member;
  if (canSeeEverything(member)) return { ...fullVisibility, userId };
  const byId = new Map(folders.map((folder) => [folder.id, folder]));
  const seen = new Map<string, Seen>();
  for (const folder of folders) {
    const guard = guardOf(byId, folder);
    if (!guard) continue;
    const access = guard.privateTo === userId ? 'use' : (guard.granted ?? 'none');
    seen.set(folder.id, { access, guard: guard.id, keeper: guard.privateTo });
  }
  return { userId, all: false, folders: seen };
}

function guardOf(byId: ReadonlyMap<string, GuardedFolder>, folder: GuardedFolder): GuardedFolder | undefined {
  const been = new Set<string>();
  for (let at: GuardedFolder | undefined = folder; at && !been.has(at.id);) {
    if (at.privateTo !== null) return at;
    been.add(at.id);
    at = at.parentId === null ? undefined : byId.get(at.parentId);
  }
  return undefined;
}

/** Returns the access to this folder; null is the top level, which is shared. */
export function accessTo(sight: Visibility, folderId: string | null): FolderAccess {
  return (folderId === null ? undefined : sight.folders.get(folderId))?.access ?? 'use';
}

/** Returns the access to a document; owners always have access to their own. */
export function accessToDocument(
  sight: Visibility,
  document: { createdBy: string; folderId: string | null },
): FolderAccess {
  return document.createdBy === sight.userId ? 'use' : accessTo(sight, document.folderId);
}

/** Returns the folders without access, for database queries. `act`: without access beyond reading. */
export function closedFolders({ folders }: Visibility, act: boolean): string[] {
  const open = act ? ['use'] : ['use', 'view'];
  return [...folders].filter(([, { access }]) => !open.includes(access)).map(([id]) => id);
}

/**
 * Returns true if the member may move something that belongs to another member between these folders. Only
 * the owner of a private folder can move content out of it, and no one can hide what others use in their own.
 */
export function isImportable(sight: Visibility, from: string | null, to: string | null): boolean {
  if (sight.all) return true;
  const [before, after] = [from, to].map((id) => (id === null ? undefined : sight.folders.get(id)));
  if (accessTo(sight, from) !== 'use' || accessTo(sight, to) !== 'use') return false;
  return (before?.guard ?? null) === (after?.guard ?? null) || before?.keeper === sight.userId;
}

/** Refusal for moving or restricting something that belongs to another member. */
export const privateToAnother = refuse(
  'private-to-other-member',
  'This belongs to someone else or contains something that does. Only they or an owner or admin can make it private, share it or move it.',
);
