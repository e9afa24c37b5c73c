import { guardedNoun, type GuardedNoun } from '#contract/guarded.ts';
import type { Address } from '#contract/paths.ts';
import type { Member } from '#core/permission/member.ts';
import type { FolderAccess, Sight } from '#core/permission/sight.ts';
import { refuse, type Refusal } from '#core/refusal.ts';

export interface Sights {
  /** How much a member sees of their account at this moment. */
  of(member: { accountId: string; userId: string } & Pick<Member, 'role'>): Promise<Sight>;
  /** How far they are let into one thing; undefined when the account has none with this id. */
  access(
    member: { accountId: string; sight: Sight },
    noun: GuardedNoun,
    id: string,
  ): Promise<FolderAccess | undefined>;
}

/** The same words as for a thing that is not there: nobody learns by an id that there is one. */
const unknown: Readonly<Record<GuardedNoun, Refusal>> = {
  documents: refuse('not-found', 'Document not found or access denied'),
  folders: refuse('not-found', 'Folder not found or access denied'),
  templates: refuse('not-found', 'Template not found or access denied'),
  contacts: refuse('not-found', 'This contact is not there, or no longer.'),
  bulk: refuse('not-found', 'Bulk send not found or access denied'),
};

const viewOnly = refuse(
  'folder-view-only',
  'You can read what lies in this folder, and change nothing. Ask whoever keeps it for more.',
);

/**
 * Stands before every route whose address names such a thing, so that none forgets to ask. `reads`: it changes nothing.
 * A thing that a body or a query names is asked where it is used.
 */
export async function mustBeSeen(
  sights: Sights,
  member: { accountId: string; sight: Sight },
  { at, id, reads }: { at: Address; id: string | undefined; reads: boolean },
): Promise<Refusal | undefined> {
  const noun = member.sight.all ? undefined : guardedNoun(at);
  if (noun === undefined || id === undefined) return undefined;
  const access = await sights.access(member, noun, id);
  // Before anything else is said: another answer for what is not there would tell the two apart.
  if (access === 'none' || access === undefined) return unknown[noun];
  return access === 'view' && !reads ? viewOnly : undefined;
}
