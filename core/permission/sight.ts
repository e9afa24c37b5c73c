import { refuse } from '../refusal.ts';
import type { Member } from './member.ts';

/** How far somebody is let into a folder: everything their role allows, only read it, or not know of it. */
export type FolderAccess = 'use' | 'view' | 'none';

/** A folder as far as it decides who sees what lies in it. */
export type GuardedFolder = {
  id: string;
  parentId: string | null;
  /** The member who keeps it to themselves; null: it is as open as the folder that it lies in. */
  privateTo: string | null;
  /** Of whom this is about, by a group that they are in. */
  granted?: 'view' | 'use' | undefined;
};

type Seen = { access: FolderAccess; guard: string | null; keeper: string | null };

/**
 * How much a member sees of an account. `all` sees everything. For everybody else `folders` holds those that lie in somebody's
 * private folder; whatever is not in it is shared.
 */
export type Sight = { userId: string; all: boolean; folders: ReadonlyMap<string, Seen> };

/** For work that nobody looks at, such as a job. */
export const everySight: Sight = { userId: '', all: true, folders: new Map() };

/**
 * Owners and admins see what members keep to themselves: they answer for it, take it over and hand it on, and the audit
 * trail, reports, webhooks, keys and exports, which are theirs, tell of it anyway (decision 0028).
 */
export function seesAll({ role }: Pick<Member, 'role'>): boolean {
  return role === 'owner' || role === 'admin';
}

/** The nearest private folder, counted from the inside, decides; what a group was given of one further out ends there. */
export function sightOf(
  member: { userId: string } & Pick<Member, 'role'>,
  folders: readonly GuardedFolder[],
): Sight {
  const { userId } = member;
  if (seesAll(member)) return { ...everySight, userId };
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

/** How far they are let into this folder; null is the top, which is shared. */
export function accessTo(sight: Sight, folderId: string | null): FolderAccess {
  return (folderId === null ? undefined : sight.folders.get(folderId))?.access ?? 'use';
}

/** The same for a document: what is somebody's own they always have. */
export function accessToDocument(
  sight: Sight,
  document: { createdBy: string; folderId: string | null },
): FolderAccess {
  return document.createdBy === sight.userId ? 'use' : accessTo(sight, document.folderId);
}

/** The folders that are closed to them, for a question to the database. `act`: to more than reading. */
export function closedFolders({ folders }: Sight, act: boolean): string[] {
  const open = act ? ['use'] : ['use', 'view'];
  return [...folders].filter(([, { access }]) => !open.includes(access)).map(([id]) => id);
}

/**
 * Whether they may take what is somebody else's from one folder to another. Across the border of a private folder only
 * its keeper takes something out, and nobody hides in their own what others use.
 */
export function mayCarry(sight: Sight, from: string | null, to: string | null): boolean {
  if (sight.all) return true;
  const [before, after] = [from, to].map((id) => (id === null ? undefined : sight.folders.get(id)));
  if (accessTo(sight, from) !== 'use' || accessTo(sight, to) !== 'use') return false;
  return (before?.guard ?? null) === (after?.guard ?? null) || before?.keeper === sight.userId;
}

/** Why something of somebody else stays where it is, and as open as it is. */
export const privateToAnother = refuse(
  'private-to-another',
  'This is somebody else’s, or holds what is. Only they, or an owner or admin of the account, can keep it, share it or take it elsewhere.',
);
