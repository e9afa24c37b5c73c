import type { z } from 'zod';
import type { removeAnchorsBody } from '#contract/documents/page-routes.ts';
import { wasSignedBefore } from '#core/document/file-note.ts';
import { editAnchors } from '#core/document/pages/page-edits.ts';
import { advance } from '#core/document/lifecycle.ts';
import { anchorWords } from '#core/field/read-anchor.ts';
import { isRefusal, refuse, type Refusal } from '#core/refusal.ts';
import { lockStorageUsage } from '../../accounts/profile/storage-store.ts';
import type { Tx } from '../../foundation/db/transaction.ts';
import type { WithoutAnchors } from '../../ports/pdf-engine.ts';
import { findDocument, lockDocument, saveDocument } from '../../records/document-store.ts';
import { filesOf, type WholeDocument } from '../../records/document.ts';
import { inTransactionOf } from '../../records/member.ts';
import { byOwner, type Owner } from '../../records/owner.ts';
import { scheduleRelease } from '../../records/stored-files/promise-release.ts';
import { appendEvents } from '../../records/trail/append-event.ts';
import { refusalOfFile } from '../files/refusal-of-file.ts';
import { severalFiles } from './arrange-pages.ts';
import type { DraftDeps } from './deps.ts';
import { signedBefore } from './document-files.ts';
import { notFound, revisionOutdated } from './edit-draft.ts';

export const noAnchors = refuse(
  'anchors-missing',
  'The pages have no text such as {{signature:1}} that can be removed. Remove it in the original file, then replace the file.',
);

type Asked = z.output<typeof removeAnchorsBody>;

/**
 * Removes the anchor texts from the pages of a draft. The base file is prepared again without them, and the
 * original upload does not change. Fields keep their places.
 */
export async function removeAnchors(
  services: DraftDeps,
  owner: Owner,
  id: string,
  asked: Asked,
): Promise<WholeDocument | Refusal> {
  const { db, files, pdf } = services;
  const before = await findDocument(db, owner.accountId, id);
  if (!before) return notFound;
  const refused = refuseRemoval(before, asked);
  if (refused) return refused;
  const base = await files.read(before.document.baseSha256);
  const prepared = await pdf.removeAnchors({ pdf: base, words: anchorWords }, owner.accountId);
  if (!prepared) return noAnchors;
  if ('refused' in prepared) return refusalOfFile(prepared);
  const baseSha256 = await files.put(prepared.bytes);
  const failed = await inTransactionOf(services, owner, 'document.draft', async (tx) => {
    const refusal = await saveIn(tx, services, owner, { asked, before, prepared, baseSha256 });
    const unused = { originalSha256: before.document.originalSha256, baseSha256 };
    if (refusal) await scheduleRelease(tx, services.jobs, owner.accountId, unused);
    return refusal;
  });
  return failed ?? (await findDocument(db, owner.accountId, id)) ?? notFound;
}

function refuseRemoval({ document }: WholeDocument, { revision }: Asked): Refusal | undefined {
  const allowed = advance(document.status, 'edit');
  if (isRefusal(allowed)) return allowed;
  if (revision !== undefined && revision !== document.revision) return revisionOutdated;
  if (filesOf(document).length > 1) return severalFiles;
  return wasSignedBefore(document) ? signedBefore : undefined;
}

type Saving = { asked: Asked; before: WholeDocument; prepared: WithoutAnchors; baseSha256: string };

async function saveIn(
  tx: Tx,
  services: DraftDeps,
  owner: Owner,
  { asked, before, prepared, baseSha256 }: Saving,
): Promise<Refusal | undefined> {
  const whole = await lockDocument(tx, owner.accountId, before.document.id);
  if (!whole) return notFound;
  const { document } = whole;
  // Refused if the file has changed since the pages were prepared.
  if (document.baseSha256 !== before.document.baseSha256) return revisionOutdated;
  const refused =
    refuseRemoval(whole, asked) ??
    (await lockStorageUsage(tx, owner.accountId, prepared.bytes.length, services));
  if (refused) return refused;
  const now = services.clock();
  await saveDocument(tx, document, {
    base_sha256: baseSha256,
    base_size: prepared.bytes.length,
    pages: prepared.pages,
    page_edits: editAnchors(document.pageEdits ?? null, document.pages.length),
    revision: document.revision + 1,
    updated_at: new Date(now),
  });
  await scheduleRelease(tx, services.jobs, owner.accountId, document);
  const { actor, personal } = byOwner(owner);
  const { removed, left } = prepared;
  await appendEvents(tx, { accountId: owner.accountId, documentId: document.id }, now, [
    { type: 'anchors_removed', actor, personal, file: { baseSha256, removed, left } },
  ]);
  return undefined;
}
