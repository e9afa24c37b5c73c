import { folderNotFound } from '#core/folder/folder.ts';
import { isRefusal, refuse, type Refusal } from '#core/refusal.ts';
import { nameRoles } from '#core/template/name-roles.ts';
import type { TemplateRole } from '#core/template/roles.ts';
import { unlessRefused } from '../../foundation/db/rehearse.ts';
import { inTransaction, type Tx } from '../../foundation/db/transaction.ts';
import { holdFolder } from '../../records/folder-store.ts';
import { lockMembership } from '../../records/member.ts';
import type { Owner } from '../../records/owner.ts';
import type { PlanRules } from '../../records/plan-store.ts';
import { canUse } from '../../records/visibility-store.ts';
import { scheduleRelease } from '../../records/stored-files/promise-release.ts';
import type { SentFile } from '../files/ingest-file.ts';
import { markAsTest } from '../files/mark-as-test.ts';
import { notFound } from './create-template.ts';
import type { TemplatesDeps } from './deps.ts';
import { changed, fillTemplate, replaceForUse, type FileForUse } from './fill-template.ts';
import { findTemplate } from './template-store.ts';
import { lockForUse } from './versions.ts';
import { createInTransaction, type Made, type Use, type UsePerson } from './use-template.ts';

/** A request to use a template. Each person names their role by its name or its id. */
export type AskedUse = Omit<Use, 'people'> & {
  /** A file to use instead of the template's file. */
  file?: SentFile | undefined;
  people: readonly (Omit<UsePerson, 'roleId'> & { role?: string | undefined; roleId?: string | undefined })[];
};

/**
 * Creates a draft from a template, with its file and fields, and a person for each role. It counts as a
 * document of this month. A refused request leaves nothing behind.
 */
export async function createDocument(
  services: TemplatesDeps,
  owner: Owner,
  id: string,
  use: AskedUse,
): Promise<Made | Refusal> {
  const file = await fileForUse(services, owner, id, use);
  if (isRefusal(file)) return file;
  const made = await unlessRefused(services.db, (tx) =>
    makeFromTemplate(tx, services, owner, id, { use, file }),
  );
  if (isRefusal(made)) await releaseUnused(services, owner, file);
  return made;
}

/** Queues the deletion of a file that no document uses. */
export async function releaseUnused(
  { db, jobs }: Pick<TemplatesDeps, 'db' | 'jobs'>,
  { accountId }: Pick<Owner, 'accountId'>,
  { stored }: FileForUse,
): Promise<void> {
  if (stored) await inTransaction(db, (tx) => scheduleRelease(tx, jobs, accountId, stored));
}

/**
 * Fills in a Word file with placeholders, converts the request's file, and marks the pages of a test
 * document. All of these are slow, so they run before the transaction, which refuses a template that has
 * changed in the meantime.
 */
export async function fileForUse(
  services: TemplatesDeps,
  owner: Owner,
  id: string,
  use: Pick<AskedUse, 'file' | 'values'>,
): Promise<FileForUse | Refusal> {
  const before = await findTemplate(services.db, owner.accountId, id);
  if (!before?.file) return unchanged;
  const { file, merge } = before;
  const { file: other, values } = use;
  if (other)
    return services.uploads(owner.accountId, () =>
      replaceForUse(services, owner, { ...before, file }, { file: other, values }),
    );
  if (merge)
    return services.uploads(owner.accountId, () =>
      fillTemplate(services, owner, { ...before, file, merge }, values ?? {}),
    );
  if (!owner.test) return unchanged;
  const marked = await markAsTest(services, owner.accountId, file);
  if (isRefusal(marked)) return marked;
  return { of: (now) => (now.baseSha256 === file.baseSha256 ? marked : changed), stored: marked };
}

const unchanged: FileForUse = { of: (file) => file };

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
  const template = await lockForUse(tx, owner.accountId, id);
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
  const fields = given.fields?.(template.fields, template.roles) ?? template.fields;
  if (isRefusal(fields)) return fields;
  const { placeholders = template.merge?.placeholders } = given;
  const snapshot = { ...template, file, fields, placeholders };
  const made = await createInTransaction(tx, services, owner, snapshot, { ...use, people });
  return isRefusal(made) ? made : { ...made, roles: template.roles };
}
