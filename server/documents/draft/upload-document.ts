import { folderNotFound } from '#core/folder/folder.ts';
import { allowance, fileAllowance } from '#core/plan/allowance.ts';
import { codesOf } from '#core/document/file-note.ts';
import { isRefusal, type Refusal } from '#core/refusal.ts';
import type { MergeValues } from '#core/template/placeholders.ts';
import { settingsOfDefaults } from '#core/template/defaults.ts';
import { changeFormats, type FormatsChange } from '#core/formats/formats.ts';
import { defaultSendSettings, type SendSettings } from '#core/template/settings.ts';
import { recordJoined, releaseIngested } from '../../records/stored-files/joined-files.ts';
import { hasFolder, holdFolder } from '../../records/folder-store.ts';
import { newId } from '../../foundation/db/new-id.ts';
import { inTransaction, type Tx } from '../../foundation/db/transaction.ts';
import { lockMembership } from '../../records/member.ts';
import { readPlan } from '../../records/plan-store.ts';
import { lockStorageUsage } from '../../accounts/profile/storage-store.ts';
import { countUpload, uploadsInMonth } from '../../accounts/profile/usage-store.ts';
import type { DraftFile } from '../../records/draft-file.ts';
import type { Owner } from '../../records/owner.ts';
import { findDocument, replaceFields } from '../../records/document-store.ts';
import type { WholeDocument } from '../../records/document.ts';
import { refuseTakenId } from '../../records/reference-store.ts';
import { refuseTests } from '../../records/test-documents.ts';
import { findDefaults } from '../../records/defaults-store.ts';
import { defaultFormats } from '../../records/formats-store.ts';
import { insertDraft } from './insert-draft.ts';
import { canUse } from '../../records/visibility-store.ts';
import type { Upload } from '../files/read-upload.ts';
import type { IngestedFile, SentFile } from '../files/ingest-file.ts';
import { ingestSeveral, type NamedFile } from '../files/ingest-several.ts';
import type { DraftDeps } from './deps.ts';
import { placeFields } from './place-fields.ts';

/**
 * Creates a draft from a PDF, a Word file or a picture. Detects the real type, converts and normalizes the
 * file to the immutable base file, and stores both. Nothing of a rejected file is kept (specification §5).
 */
export async function uploadDocument(
  services: DraftDeps,
  owner: Owner,
  upload: Upload,
): Promise<WholeDocument | Refusal> {
  const stored = await ingestUpload(services, owner, upload);
  if (isRefusal(stored)) return stored;
  const id = await inTransaction(services.db, async (tx) => {
    const inserted = await insertUpload(tx, services, owner, { ...upload, stored });
    if (isRefusal(inserted)) await releaseIngested(tx, services.jobs, owner.accountId, stored.file);
    return inserted;
  });
  if (isRefusal(id)) return id;
  const created = await findDocument(services.db, owner.accountId, id);
  if (!created) throw new Error(`Document ${id} disappeared while it was uploaded`);
  return created;
}

/** Stores the file of a draft, which `insertUpload` creates afterwards. */
export function ingestUpload(
  services: DraftDeps,
  owner: Owner,
  {
    folderId = null,
    moreFiles = [],
    values,
    ...file
  }: SentFile & Pick<Upload, 'folderId'> & { values?: MergeValues; moreFiles?: readonly NamedFile[] },
): Promise<IngestedFile | Refusal> {
  return ingestSeveral(
    services,
    owner.accountId,
    {
      files: [file, ...moreFiles],
      test: owner.test ?? false,
      values,
    },
    async (bytes) =>
      unlessUsable(owner, folderId, await hasFolder(services.db, owner.accountId, folderId)) ??
      limitReached(services, owner, bytes),
  );
}

type NewUpload = Pick<Upload, 'title' | 'folderId' | 'reference'> & {
  stored: IngestedFile;
  settings?: Partial<SendSettings>;
  formats?: FormatsChange | undefined;
};

/**
 * Creates the draft for a stored file, with the fields that its anchors place, and returns its id. Settings
 * that are missing in the request come from the folder.
 */
export async function insertUpload(
  tx: Tx,
  services: Pick<DraftDeps, 'clock' | 'plans'>,
  owner: Owner,
  { title, folderId = null, reference = {}, settings, stored, ...given }: NewUpload,
): Promise<string | Refusal> {
  const { file, changes, formFields, anchored } = stored;
  const refused =
    (await lockMembership(tx, owner, 'document.draft', services)) ??
    unlessUsable(owner, folderId, await holdFolder(tx, owner.accountId, folderId)) ??
    (await refuseTakenId(tx, 'documents', owner, reference)) ??
    (await countDraft(tx, services, owner, file));
  if (refused) return refused;
  const now = services.clock();
  const id = newId(now);
  const findings = { changes: changes.join(' '), found: codesOf(file.notes, changes) };
  const defaults = await findDefaults(tx, owner.accountId, [folderId]);
  const { returnUrl, signingOrder } = defaults;
  const ofFolder = changeFormats(await defaultFormats(tx, owner), defaults.formats);
  const { metadata = {} } = reference;
  await insertDraft(tx, now, {
    ...{ owner, id, title, folderId, file, findings, formFields, returnUrl, signingOrder },
    formats: changeFormats(ofFolder, given.formats),
    externalId: reference.externalId,
    settings: { ...defaultSendSettings, ...settingsOfDefaults(defaults), metadata, ...settings },
  });
  await recordJoined(tx, owner.accountId, file, now);
  const placed = placeFields({ document: { pages: [...file.pages] }, recipients: [] }, anchored, now);
  if (!isRefusal(placed)) await replaceFields(tx, { accountId: owner.accountId, id }, placed);
  return id;
}

function unlessUsable(owner: Owner, folderId: string | null, exists: boolean): Refusal | undefined {
  return exists && canUse(owner.sight, folderId) ? undefined : folderNotFound;
}

function countDraft(
  tx: Tx,
  services: Pick<DraftDeps, 'clock' | 'plans'>,
  { accountId, test }: Owner,
  file: DraftFile,
): Promise<Refusal | undefined> {
  const size = [file, ...(file.files ?? [])].reduce(
    (sum, { originalSize, baseSize }) => sum + originalSize + baseSize,
    0,
  );
  // Test documents count only toward the storage limit.
  const counted = (): Promise<Refusal | undefined> =>
    test ? refuseTests(tx, accountId) : countUpload(tx, accountId, new Date(services.clock()), services);
  return lockStorageUsage(tx, accountId, size, services).then((full) => full ?? counted());
}

/**
 * Checks limits early, so that users do not upload a file that would be rejected. `countUpload` makes the
 * decision in the transaction.
 */
async function limitReached(services: DraftDeps, owner: Owner, size: number): Promise<Refusal | undefined> {
  const { db, clock } = services;
  if (owner.test) return refuseTests(db, owner.accountId);
  const plan = await readPlan(db, owner.accountId, services);
  return (
    fileAllowance(plan, size) ?? allowance(plan, await uploadsInMonth(db, owner.accountId, new Date(clock())))
  );
}
