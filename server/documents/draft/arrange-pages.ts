import type { PlacedPage } from '#core/document/pages/placed-page.ts';
import type { z } from 'zod';
import type { putPagesBody } from '#contract/documents/page-routes.ts';
import { wasSignedBefore } from '#core/document/file-note.ts';
import { editPages } from '#core/document/pages/page-edits.ts';
import { advance } from '#core/document/lifecycle.ts';
import {
  checkPageOrder,
  describePageOrder,
  moveFieldsWithPages,
  moveNotes,
  moveWithPages,
  pageRanges,
} from '#core/document/page-order.ts';
import { isRefusal, refuse, type Refusal } from '#core/refusal.ts';
import { lockStorageUsage } from '../../accounts/profile/storage-store.ts';
import type { Tx } from '../../foundation/db/transaction.ts';
import type { PreparedFile } from '../../ports/pdf-engine.ts';
import { findDocument, lockDocument, replaceFields, saveDocument } from '../../records/document-store.ts';
import { filesOf, type StoredDocument, type WholeDocument } from '../../records/document.ts';
import { inTransactionOf } from '../../records/member.ts';
import { byOwner, type Owner } from '../../records/owner.ts';
import { scheduleRelease } from '../../records/stored-files/promise-release.ts';
import { appendEvents, type NewEvent } from '../../records/trail/append-event.ts';
import { refusalOfFile } from '../files/refusal-of-file.ts';
import type { DraftDeps } from './deps.ts';
import { signedBefore } from './document-files.ts';
import { notFound, revisionOutdated } from './edit-draft.ts';

/** Refusal for a document with several files, each of which has its own base file. */
export const severalFiles = refuse(
  'document-has-several-files',
  'This document has several files. Remove the others, edit the pages, then add them again.',
);

type Asked = z.output<typeof putPagesBody>;

/**
 * Reorders, rotates and removes pages of a draft's file. The base file is prepared again from the remaining
 * pages, and the original upload does not change. Fields, notes and suggested fields move with their pages.
 */
export async function arrangePages(
  services: DraftDeps,
  owner: Owner,
  id: string,
  asked: Asked,
): Promise<WholeDocument | Refusal> {
  const { db, files, pdf } = services;
  const before = await findDocument(db, owner.accountId, id);
  if (!before) return notFound;
  const refused = refuseArrangement(before, asked);
  if (refused) return refused;
  const { removed, turned, moved } = describePageOrder(asked.pages, before.document.pages.length);
  if (removed.length + turned.length + moved.length === 0) return before;
  const base = await files.read(before.document.baseSha256);
  const prepared = await pdf.arrangePages({ pdf: base, order: asked.pages }, owner.accountId);
  if ('refused' in prepared) return refusalOfFile(prepared);
  const baseSha256 = await files.put(prepared.bytes);
  const failed = await inTransactionOf(services, owner, 'document.draft', async (tx) => {
    const refusal = await arrangeIn(tx, services, owner, { id, asked, before, prepared, baseSha256 });
    const unused = { originalSha256: before.document.originalSha256, baseSha256 };
    if (refusal) await scheduleRelease(tx, services.jobs, owner.accountId, unused);
    return refusal;
  });
  return failed ?? (await findDocument(db, owner.accountId, id)) ?? notFound;
}

function refuseArrangement(whole: WholeDocument, { pages, revision, confirm }: Asked): Refusal | undefined {
  const { document, fields } = whole;
  const allowed = advance(document.status, 'edit');
  if (isRefusal(allowed)) return allowed;
  if (revision !== undefined && revision !== document.revision) return revisionOutdated;
  if (filesOf(document).length > 1) return severalFiles;
  if (wasSignedBefore(document)) return signedBefore;
  const wrong = checkPageOrder(pages, document.pages.length);
  if (wrong) return wrong;
  // Early check before the file is prepared. It does not depend on the page sizes.
  const same = { before: document.pages, after: pages.map(({ page }) => document.pages[page - 1]!) };
  const kept = moveFieldsWithPages(fields, pages, { ...same, confirmed: confirm ?? false });
  return isRefusal(kept) ? kept : undefined;
}

type Arranging = {
  id: string;
  asked: Asked;
  before: WholeDocument;
  prepared: PreparedFile;
  baseSha256: string;
};

async function arrangeIn(
  tx: Tx,
  services: DraftDeps,
  owner: Owner,
  { id, asked, before, prepared, baseSha256 }: Arranging,
): Promise<Refusal | undefined> {
  const whole = await lockDocument(tx, owner.accountId, id);
  if (!whole) return notFound;
  const { document } = whole;
  // Refused if the file has changed since the pages were prepared.
  if (document.baseSha256 !== before.document.baseSha256) return revisionOutdated;
  const refused = refuseArrangement(whole, asked);
  if (refused) return refused;
  const pages = { before: document.pages, after: prepared.pages };
  const fields = moveFieldsWithPages(whole.fields, asked.pages, {
    ...pages,
    confirmed: asked.confirm ?? false,
  });
  if (isRefusal(fields)) return fields;
  const full = await lockStorageUsage(tx, owner.accountId, prepared.bytes.length, services);
  if (full) return full;
  const offered = moveWithPages(document.formFields ?? [], asked.pages, pages);
  const now = services.clock();
  await replaceFields(tx, document, fields.kept);
  await saveDocument(tx, document, {
    base_sha256: baseSha256,
    base_size: prepared.bytes.length,
    pages: prepared.pages,
    page_edits: editPages(document.pageEdits ?? null, asked.pages, document.pages.length),
    file_notes: moveNotes(document.fileNotes ?? [], asked.pages, prepared.pages),
    form_fields: offered.length > 0 ? offered : null,
    revision: document.revision + 1,
    updated_at: new Date(now),
  });
  await scheduleRelease(tx, services.jobs, owner.accountId, document);
  const facts = { baseSha256, pages: prepared.pages.length, fieldsRemoved: fields.lost.length };
  await appendEvents(
    tx,
    { accountId: owner.accountId, documentId: id },
    now,
    eventsOf(document, asked.pages).map((event) => {
      const { actor, personal } = byOwner(owner);
      return { ...event, actor, personal, file: { ...event.file, ...facts } };
    }),
  );
  return undefined;
}

/** Returns one event for each kind of change. */
function eventsOf(
  { pages }: StoredDocument,
  order: readonly PlacedPage[],
): Pick<NewEvent, 'type' | 'file'>[] {
  const { removed, turned, moved } = describePageOrder(order, pages.length);
  const kinds = { pages_removed: removed, pages_turned: turned, pages_moved: moved };
  return (Object.keys(kinds) as (keyof typeof kinds)[])
    .filter((type) => kinds[type].length > 0)
    .map((type) => ({ type, file: { which: pageRanges(kinds[type]) } }));
}
