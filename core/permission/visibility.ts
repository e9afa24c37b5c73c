import { refuse } from '../refusal.ts';
import type { Member } from './member.ts';

/** Access to a folder: everything that the role allows, reading only, or none. */
export type FolderAccess = 'use' | 'view' | 'none';

/** Properties of a folder that determine who can see its content. */
export type GuardedFolder = {
  id: string;
  parentId: string | null;
  /** The member who owns this private folder; null if the folder inherits access from its parent. */
  privateTo: string | null;
  /** Access granted to the member through one of their groups. */
  granted?: 'view' | 'use' | undefined;
};

type Seen = { access: FolderAccess; guard: string | null; keeper: string | null };

/**
 * The content of an account that a member can see. If `all` is true, the member sees everything. Otherwise
 * `folders` lists the folders inside private folders, and everything else is shared.
 */
export type Visibility = { userId: string; all: boolean; folders: ReadonlyMap<string, Seen> };

/** Full visibility for jobs and other background work without a viewer. */
export const fullVisibility: Visibility = { userId: '', all: true, folders: new Map() };

/**
 * Returns true for owners and admins. They are responsible for private content and can take it over. The audit
 * trail, reports, webhooks, keys and exports, which they control, would reveal it anyway (decision 0028).
 */
export function canSeeEverything({ role }: Pick<Member, 'role'>): boolean {
  return role === 'owner' || role === 'admin';
}

/**
 * Returns what a member can see. The innermost private folder determines access. Access to an outer folder does
 * not extend into it.
 */
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

/** Returns the access to a folder. Null is the top level, which is shared. */
export function accessTo(sight: Visibility, folderId: string | null): FolderAccess {
  return (folderId === null ? undefined : sight.folders.get(folderId))?.access ?? 'use';
}

/** Returns the access to a document. Owners can always access their own. */
export function accessToDocument(
  sight: Visibility,
  document: { createdBy: string; folderId: string | null },
): FolderAccess {
  return document.createdBy === sight.userId ? 'use' : accessTo(sight, document.folderId);
}

/**
 * Returns the folders that the member cannot access, for database queries. With `act`, also those that they can
 * only read.
 */
export function closedFolders({ folders }: Visibility, act: boolean): string[] {
  const open = act ? ['use'] : ['use', 'view'];
  return [...folders].filter(([, { access }]) => !open.includes(access)).map(([id]) => id);
}

/**
 * Returns true if the member can move something that belongs to another member between these folders. Only the
 * owner of a private folder can move content out of it, and members cannot hide content that others use in their
 * own private folder.
 */
export function isImportable(sight: Visibility, from: string | null, to: string | null): boolean {
  if (sight.all) return true;
  const [before, after] = [from, to].map((id) => (id === null ? undefined : sight.folders.get(id)));
  if (accessTo(sight, from) !== 'use' || accessTo(sight, to) !== 'use') return false;
  return (before?.guard ?? null) === (after?.guard ?? null) || before?.keeper === sight.userId;
}

/** Refuses to move or restrict something that belongs to another member. */
export const privateToAnother = refuse(
  'private-to-other-member',
  'This belongs to someone else or contains something that does. Only that person, an owner or an admin can make it private, share it or move it.',
);
