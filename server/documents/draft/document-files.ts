import type { PutFilesBody } from '#contract/documents/files.ts';
import { codesOf, wasSignedBefore } from '#core/document/file-note.ts';
import { moveFields, movePages, pageMover, type DocumentFile } from '#core/document/files.ts';
import { advance } from '#core/document/lifecycle.ts';
import { cleanTitle } from '#core/document/title.ts';
import { isRefusal, refuse, type Refusal } from '#core/refusal.ts';
import type { EventData } from '#core/trail/event.ts';
import { lockStorageUsage } from '../../accounts/profile/storage-store.ts';
import { inTransaction, type Tx } from '../../foundation/db/transaction.ts';
import { findDocument, lockDocument, replaceFields, saveDocument } from '../../records/document-store.ts';
import { filesOf, type WholeDocument } from '../../records/document.ts';
import { factsOfFile, fileColumns, type DraftFile } from '../../records/draft-file.ts';
import { lockMembership } from '../../records/member.ts';
import { byOwner, type Owner } from '../../records/owner.ts';
import { recordJoined } from '../../records/stored-files/joined-files.ts';
import { scheduleRelease } from '../../records/stored-files/promise-release.ts';
import { appendEvents } from '../../records/trail/append-event.ts';
import { ingestFile, type IngestedFile } from '../files/ingest-file.ts';
import { partOf, type NamedFile } from '../files/ingest-several.ts';
import { joinDraftFile } from '../files/join-draft-file.ts';
import type { DraftDeps } from './deps.ts';
import { notFound, revisionOutdated } from './edit-draft.ts';
import { placeFields } from './place-fields.ts';

type AddedFile = NamedFile & { revision?: number | undefined };

/** Adds a file at the end of a draft, with the fields that its anchors place. */
export async function addFile(
  services: DraftDeps,
  owner: Owner,
  id: string,
  { title, kind, revision, ...sent }: AddedFile,
): Promise<WholeDocument | Refusal> {
  const taken = await ingestFile(services, owner.accountId, { ...sent, isPart: true }, async () => {
    const whole = await findDocument(services.db, owner.accountId, id);
    return whole ? notEditable(whole, revision) : notFound;
  });
  if (isRefusal(taken)) return taken;
  const { notes, pages } = taken.file;
  const added = partOf(taken, { title, kind }, services.clock());
  const changed = await changeList(services, owner, id, {
    revision,
    stored: added,
    listAfter: (document) => ({
      files: [...filesOf(document), added],
      pages: [...document.pages, ...pages],
    }),
    fieldsAfter: (whole) => fieldsWithAdded(services, whole, taken),
    formFieldsAfter: ({ document: { formFields, pages: before } }) => [
      ...(formFields ?? []),
      ...taken.formFields.map((field) => ({ ...field, page: field.page + before.length })),
    ],
    change: 'added',
    findings: {
      changes: taken.changes.join(' '),
      found: codesOf(notes, taken.changes),
    },
  });
  if (isRefusal(changed))
    await inTransaction(services.db, (tx) => scheduleRelease(tx, services.jobs, owner.accountId, added));
  return changed;
}

function fieldsWithAdded(services: DraftDeps, whole: WholeDocument, { anchored, file }: IngestedFile) {
  const first = whole.document.pages.length;
  const inputs = anchored.map((field) => ({ ...field, page: field.page + first }));
  const document = { pages: [...whole.document.pages, ...file.pages] };
  const placed = placeFields({ document, recipients: whole.recipients }, inputs, services.clock());
  return { kept: [...whole.fields, ...(isRefusal(placed) ? [] : placed)], lost: [] };
}

/** Changes the order, titles and kinds of a draft's files. Removes files that the list does not contain. */
export async function putFiles(
  services: DraftDeps,
  owner: Owner,
  id: string,
  { files: asked, revision, confirm = false }: PutFilesBody,
): Promise<WholeDocument | Refusal> {
  if (asked.some(({ title }) => title !== undefined && cleanTitle(title) === ''))
    return refuse('title-missing', 'Give each file a title.');
  const listOf = (before: readonly DocumentFile[]): DocumentFile[] =>
    asked.flatMap((one) => {
      const file = before.find((known) => known.id === one.id);
      return file
        ? [
            {
              ...file,
              title: one.title === undefined ? file.title : cleanTitle(one.title),
              kind: one.kind ?? file.kind,
            },
          ]
        : [];
    });
  const moverOf = ({ document }: WholeDocument) => {
    const before = filesOf(document);
    return pageMover(before, listOf(before));
  };
  return changeList(services, owner, id, {
    revision,
    listAfter: (document) => {
      const before = filesOf(document);
      const files = listOf(before);
      const known = new Set(files.map((file) => file.id));
      if (files.length < asked.length || known.size < files.length) return filesUnknown;
      if (files.length === 1 && isSetFor(asked[0]!, before)) return onlyFileIsSigned;
      return { files, pages: movePages(document.pages, before, files) };
    },
    fieldsAfter: (whole, pages) => moveFields(whole.fields, moverOf(whole), pages, confirm),
    formFieldsAfter: (whole) =>
      (whole.document.formFields ?? []).flatMap((field) => {
        const page = moverOf(whole)(field.page);
        return page === undefined ? [] : [{ ...field, page }];
      }),
    change: 'edited',
  });
}

const filesUnknown = refuse(
  'document-files-unknown',
  'The list names a file that this document does not have, or names one twice. Reload the document.',
);

/** The sealed file begins with the uploaded one (decision 0049), so its pages cannot change. */
export const signedBefore = refuse(
  'document-signed-before',
  'Others have already signed this file, so its pages can’t be changed. Send other files as another document.',
);

/** Returns true if the list sets a kind or title that a single file cannot have. */
function isSetFor(
  { id, kind, title }: PutFilesBody['files'][number],
  before: readonly DocumentFile[],
): boolean {
  const known = before.find((file) => file.id === id);
  const isNamed = title !== undefined && cleanTitle(title) !== known?.title;
  return isNamed || (kind !== undefined && kind !== 'sign');
}

const onlyFileIsSigned = refuse(
  'document-file-kind',
  'A document’s only file is always the one to sign and uses the document’s title. Add another file first, or set its kind to sign.',
);

type ListChange = {
  revision: number | undefined;
  /** A newly stored file, which counts toward the storage limit. */
  stored?: DocumentFile;
  listAfter(
    document: WholeDocument['document'],
  ): { files: DocumentFile[]; pages: WholeDocument['document']['pages'] } | Refusal;
  fieldsAfter(
    whole: WholeDocument,
    pages: WholeDocument['document']['pages'],
  ): { kept: WholeDocument['fields']; lost: readonly unknown[] } | Refusal;
  formFieldsAfter(whole: WholeDocument): NonNullable<WholeDocument['document']['formFields']>;
  change: 'added' | 'edited';
  /** Changes and findings from checking an added file, for the event. */
  findings?: EventData;
};

/** Maximum attempts to save a change when others change the draft's files at the same time. */
const ATTEMPTS = 3;

/**
 * Joins the changed list before the transaction, because joining takes long. Saves the result only if the
 * draft still has the files from which it was made.
 */
async function changeList(
  services: DraftDeps,
  owner: Owner,
  id: string,
  change: ListChange,
): Promise<WholeDocument | Refusal> {
  for (let attempt = 1; ; attempt += 1) {
    const before = await findDocument(services.db, owner.accountId, id);
    if (!before) return notFound;
    const refused = notEditable(before, change.revision);
    if (refused) return refused;
    const list = change.listAfter(before.document);
    if (isRefusal(list)) return list;
    const early = change.fieldsAfter(before, list.pages);
    if (isRefusal(early)) return early;
    const { title: name, test } = before.document;
    const file = await joinDraftFile(services, owner.accountId, { name, ...list, test });
    if (isRefusal(file)) return file;
    const saved = await inTransaction(services.db, async (tx) => {
      const outcome =
        (await lockMembership(tx, owner, 'document.draft', services)) ??
        (await save(tx, services, owner, before, { ...change, file }));
      if (outcome !== undefined) await scheduleRelease(tx, services.jobs, owner.accountId, file);
      return outcome;
    });
    if (saved === 'moved' && attempt < ATTEMPTS) continue;
    if (saved !== undefined) return saved === 'moved' ? revisionOutdated : saved;
    return (await findDocument(services.db, owner.accountId, id)) ?? notFound;
  }
}

async function save(
  tx: Tx,
  services: DraftDeps,
  owner: Owner,
  before: WholeDocument,
  { file, revision, stored, findings, ...change }: ListChange & { file: DraftFile },
): Promise<Refusal | 'moved' | undefined> {
  const { accountId, id, baseSha256 } = before.document;
  const whole = await lockDocument(tx, accountId, id);
  if (!whole) return notFound;
  const closed = notEditable(whole, revision);
  if (closed) return closed;
  const known = JSON.stringify(filesOf(before.document));
  if (whole.document.baseSha256 !== baseSha256 || JSON.stringify(filesOf(whole.document)) !== known)
    return 'moved';
  const fields = change.fieldsAfter(whole, [...file.pages]);
  if (isRefusal(fields)) return fields;
  const size = file.originalSize + (stored ? stored.originalSize + stored.baseSize : 0);
  const full = await lockStorageUsage(tx, accountId, size, services);
  if (full) return full;
  const now = services.clock();
  const formFields = change.formFieldsAfter(whole);
  await replaceFields(tx, whole.document, fields.kept);
  await saveDocument(tx, whole.document, {
    ...fileColumns(file),
    form_fields: formFields.length > 0 ? formFields : null,
    revision: whole.document.revision + 1,
    updated_at: new Date(now),
  });
  await recordJoined(tx, accountId, file, now);
  await scheduleRelease(tx, services.jobs, accountId, whole.document);
  const { actor, personal } = byOwner(owner);
  await appendEvents(tx, { accountId, documentId: id }, now, [
    {
      type: 'files_changed',
      actor,
      data: { files: file.files?.length ?? 1, change: change.change },
      file: { ...factsOfFile(file), fieldsRemoved: fields.lost.length, ...findings },
      personal: { fileName: stored?.fileName ?? file.fileName, ...personal },
    },
  ]);
  return undefined;
}

function notEditable({ document }: WholeDocument, revision?: number): Refusal | undefined {
  const allowed = advance(document.status, 'edit');
  if (isRefusal(allowed)) return allowed;
  if (wasSignedBefore(document)) return signedBefore;
  return revision !== undefined && revision !== document.revision ? revisionOutdated : undefined;
}
