import { advance } from '#core/document/lifecycle.ts';
import { moveBack, pageEditsLost } from '#core/document/pages/page-edits.ts';
import type { PageEdits } from '#core/document/pages/placed-page.ts';
import type { FieldBox } from '#core/field/layout/geometry.ts';
import { assignParties } from '#core/field/assign-parties.ts';
import { codesOf } from '#core/document/file-note.ts';
import { isRefusal, type Refusal } from '#core/refusal.ts';
import type { MergeValues } from '#core/template/placeholders.ts';
import { lockStorageUsage } from '../../accounts/profile/storage-store.ts';
import { inTransaction, type Tx } from '../../foundation/db/transaction.ts';
import { scheduleRelease } from '../../records/stored-files/promise-release.ts';
import { appendEvents } from '../../records/trail/append-event.ts';
import type { Owner } from '../../records/owner.ts';
import { findDocument, lockDocument, replaceFields, saveDocument } from '../../records/document-store.ts';
import { lockMembership } from '../../records/member.ts';
import type { WholeDocument } from '../../records/document.ts';
import { byOwner } from '../../records/owner.ts';
import { factsOfFile, fileColumns } from '../../records/draft-file.ts';
import { notFound, revisionOutdated } from './edit-draft.ts';
import { ingestFile, type IngestedFile, type SentFile } from '../files/ingest-file.ts';
import { keepPageEdits } from '../files/keep-page-edits.ts';
import { severalFiles } from '../files/join-draft-file.ts';
import type { DraftDeps } from './deps.ts';
import { anchorsBefore, followFile } from './follow-file.ts';
import { placeFields } from './place-fields.ts';

export type Replacement = SentFile & {
  /** Values for the placeholders in a Word file. */
  values?: MergeValues;
  revision: number | undefined;
  /** True if the sender accepts losing fields on pages that the new file does not have. */
  confirmed: boolean;
};

/**
 * Replaces the file of a draft. Fields follow their anchors. Other fields keep their position, and are moved
 * onto the page if it became smaller. The old file remains until the new one has passed every check and, if
 * fields would be lost, the sender has accepted that.
 */
export async function replaceFile(
  services: DraftDeps,
  owner: Owner,
  id: string,
  sent: Replacement,
): Promise<WholeDocument | Refusal> {
  const editable = async (): Promise<Refusal | undefined> => {
    const whole = await findDocument(services.db, owner.accountId, id);
    return whole ? notReplaceable(whole) : notFound;
  };
  const before = await findDocument(services.db, owner.accountId, id);
  const test = before?.document.test ?? false;
  const ingested = await ingestFile(services, owner.accountId, { ...sent, test }, editable);
  if (isRefusal(ingested)) return ingested;
  const old = before?.document;
  const edited = await keepEdits(services, owner.accountId, old, sent, ingested);
  if (isRefusal(edited)) {
    await inTransaction(services.db, (tx) =>
      scheduleRelease(tx, services.jobs, owner.accountId, ingested.file),
    );
    return edited;
  }
  const { taken, lostEdits } = edited;
  const { file, changes, formFields } = taken;
  const ofOld = await anchorsBefore(services, owner.accountId, old ?? null, taken);
  const backTo = { edited: old?.pages ?? [], unedited: file.pages };
  const unmoved = <P extends FieldBox & { page: number }>(boxes: readonly P[]): readonly P[] =>
    lostEdits ? moveBack(boxes, lostEdits, backTo) : boxes;
  const anchors = [...unmoved(ofOld)];
  const replaceIn = async (tx: Tx): Promise<Refusal | undefined> => {
    const whole = await lockDocument(tx, owner.accountId, id);
    if (!whole) return notFound;
    const closed = notReplaceable(whole);
    if (closed) return closed;
    if (sent.revision !== undefined && sent.revision !== whole.document.revision) return revisionOutdated;
    if (whole.document.baseSha256 !== old?.baseSha256) return revisionOutdated;
    const fields = followFile(unmoved(whole.fields), anchors, taken, sent.confirmed);
    if (isRefusal(fields)) return fields;
    const now = services.clock();
    const { recipients } = whole;
    const added = placeFields({ document: { pages: [...file.pages] }, recipients }, fields.added, now);
    if (isRefusal(added)) return added;
    const size = file.originalSize + file.baseSize;
    const full = await lockStorageUsage(tx, owner.accountId, size, services);
    if (full) return full;
    await replaceFields(tx, whole.document, [...fields.kept, ...assignParties(added, recipients)]);
    await saveDocument(tx, whole.document, {
      ...fileColumns(file),
      form_fields: formFields.length > 0 ? formFields : null,
      revision: whole.document.revision + 1,
      updated_at: new Date(now),
    });
    await scheduleRelease(tx, services.jobs, owner.accountId, whole.document);
    const { actor, personal } = byOwner(owner);
    await appendEvents(tx, { accountId: owner.accountId, documentId: id }, now, [
      {
        type: 'file_replaced',
        actor,
        file: {
          ...factsOfFile(file),
          changes: changes.join(' '),
          found: codesOf(file.notes, changes),
          fieldsRemoved: fields.lost.length,
          fieldsMoved: fields.moved,
          fieldsAdded: added.length,
          ...(taken.file.pageEdits && { pageEdits: 'kept' }),
          ...(lostEdits && { pageEdits: 'lost' }),
        },
        personal: { fileName: file.fileName, ...personal },
      },
    ]);
    return undefined;
  };
  const refused = await inTransaction(services.db, async (tx) => {
    const refusal = (await lockMembership(tx, owner, 'document.draft', services)) ?? (await replaceIn(tx));
    if (refusal) await scheduleRelease(tx, services.jobs, owner.accountId, file);
    return refusal;
  });
  return refused ?? (await findDocument(services.db, owner.accountId, id)) ?? notFound;
}

/**
 * Filling in a file keeps its page edits, or drops them if the sender confirmed that. A different file starts
 * without page edits.
 */
async function keepEdits(
  services: DraftDeps,
  accountId: string,
  old: WholeDocument['document'] | undefined,
  { values, confirmed }: Pick<Replacement, 'values' | 'confirmed'>,
  taken: IngestedFile,
): Promise<{ taken: IngestedFile; lostEdits?: PageEdits } | Refusal> {
  if (!values || !old?.pageEdits) return { taken };
  const { pageEdits: edits } = old;
  const kept = await keepPageEdits(services, accountId, { file: old, edits, values }, taken);
  if (!isRefusal(kept)) return { taken: kept };
  return kept.refused === pageEditsLost.refused && confirmed ? { taken, lostEdits: edits } : kept;
}

function notReplaceable({ document }: WholeDocument): Refusal | undefined {
  const allowed = advance(document.status, 'edit');
  if (isRefusal(allowed)) return allowed;
  return document.files ? severalFiles : undefined;
}
