import { folderNotFound } from '#core/folder/folder.ts';
import { isRefusal, refuse, type Refusal } from '#core/refusal.ts';
import { nameRoles } from '#core/template/name-roles.ts';
import type { TemplateRole } from '#core/template/roles.ts';
import { unlessRefused } from '../../foundation/db/rehearse.ts';
import { inTransaction, type Tx } from '../../foundation/db/transaction.ts';
import type { DraftFile } from '../../records/draft-file.ts';
import { holdFolder } from '../../records/folder-store.ts';
import { lockMembership } from '../../records/member.ts';
import type { Owner } from '../../records/owner.ts';
import type { PlanRules } from '../../records/plan-store.ts';
import { canUse } from '../../records/visibility-store.ts';
import { scheduleReleaseOf } from '../../records/stored-files/promise-release.ts';
import { markAsTest } from '../files/mark-as-test.ts';
import { notFound } from './create-template.ts';
import type { TemplatesDeps } from './deps.ts';
import { lockTemplate } from './template-store.ts';
import { createInTransaction, type Made, type Use, type UsePerson } from './use-template.ts';

/** A use as a request states it: each person names their role by its name or its id. */
export type AskedUse = Omit<Use, 'people'> & {
  people: readonly (Omit<UsePerson, 'roleId'> & { role?: string | undefined; roleId?: string | undefined })[];
};

/**
 * Creates a draft from a template, with its file and fields and a person for each role. It counts as a
 * document of this month. A refused use leaves nothing behind.
 */
export async function createDocument(
  services: TemplatesDeps,
  owner: Owner,
  id: string,
  use: AskedUse,
): Promise<Made | Refusal> {
  const file = await fileForUse(services, owner, id);
  if (isRefusal(file)) return file;
  const made = await unlessRefused(services.db, (tx) =>
    makeFromTemplate(tx, services, owner, id, { use, file }),
  );
  if (isRefusal(made)) await releaseUnused(services, owner, file);
  return made;
}

/** `of` returns the file of the draft for the file of the template; `marked` is stored for a test document. */
export type FileForUse = { of(file: DraftFile): DraftFile | Refusal; marked?: DraftFile };

/** Queues the deletion of a marked file that no document uses. */
export async function releaseUnused(
  { db, jobs }: TemplatesDeps,
  { accountId }: Owner,
  { marked }: FileForUse,
): Promise<void> {
  if (marked) await inTransaction(db, (tx) => scheduleReleaseOf(tx, jobs, accountId, [marked.baseSha256]));
}

/**
 * For a test document, marks the pages beforehand, since that is slow; checks again in case the template changed
 * in the meantime.
 */
export async function fileForUse(
  services: TemplatesDeps,
  owner: Owner,
  id: string,
): Promise<FileForUse | Refusal> {
  if (!owner.test) return unchanged;
  const before = await inTransaction(services.db, (tx) => lockTemplate(tx, owner.accountId, id));
  if (!before?.file) return unchanged;
  const marked = await markAsTest(services, owner.accountId, before.file);
  if (isRefusal(marked)) return marked;
  const { baseSha256 } = before.file;
  return { of: (file) => (file.baseSha256 === baseSha256 ? marked : changed), marked };
}

const unchanged: FileForUse = { of: (file) => file };

const changed = refuse('revision-outdated', 'This template was just changed. Try again.');

/** Like `createDocument`, in the caller's transaction, which must be rolled back on a refusal. */
export async function makeFromTemplate(
  tx: Tx,
  services: PlanRules,
  owner: Owner,
  id: string,
  { use, file: given }: { use: AskedUse; file: FileForUse },
): Promise<(Made & { roles: readonly TemplateRole[] }) | Refusal> {
  const mayNot = await lockMembership(tx, owner, 'document.draft', services);
  if (mayNot) return mayNot;
  const template = await lockTemplate(tx, owner.accountId, id);
  if (!template) return notFound;
  if (!template.file)
    return refuse(
      'template-without-file',
      'This template has no file yet. Add one first, then use the template.',
    );
  const people = nameRoles(template.roles, use.people);
  if (isRefusal(people)) return people;
  const { folderId = null } = use;
  const exists = await holdFolder(tx, owner.accountId, folderId);
  if (!exists || !canUse(owner.sight, folderId)) return folderNotFound;
  const file = given.of(template.file);
  if (isRefusal(file)) return file;
  const made = await createInTransaction(tx, services, owner, { ...template, file }, { ...use, people });
  return isRefusal(made) ? made : { ...made, roles: template.roles };
}
