import { advance } from '#core/document/lifecycle.ts';
import { clampToPage } from '#core/field/geometry.ts';
import type { Field } from '#core/field/field.ts';
import { isRefusal, refuse, type Refusal } from '#core/refusal.ts';
import { inTransaction } from '../db/transaction.ts';
import { appendEvents } from '../trail/append-event.ts';
import type { DocumentServices, Owner } from './document-services.ts';
import { findDocument, lockDocument, replaceFields, saveDocument } from './document-store.ts';
import type { WholeDocument } from './document.ts';
import { fileColumns, mediaTypes } from './draft-store.ts';
import { notFound, revisionOutdated } from './edit-draft.ts';
import { takeFileIn } from './upload-document.ts';

export type Replacement = {
  fileName: string;
  bytes: Uint8Array;
  revision: number | undefined;
  /** Fields on pages that the new file does not have may go. */
  confirmed: boolean;
};

/**
 * Puts another file into the place of a draft's. Fields stay where they are, moved onto the page where it became
 * smaller. The old file stays until the new one has passed every check; where fields would be lost, until the sender
 * has agreed to that.
 */
export async function replaceFile(
  services: DocumentServices,
  owner: Owner,
  id: string,
  sent: Replacement,
): Promise<WholeDocument | Refusal> {
  const editable = async (): Promise<Refusal | undefined> => {
    const whole = await findDocument(services.db, owner.accountId, id);
    return whole ? notEditable(whole) : notFound;
  };
  const taken = await takeFileIn(services, sent, editable);
  if (isRefusal(taken)) return taken;
  const { file, changes, formFields } = taken;
  const refused = await inTransaction(services.db, async (tx) => {
    const whole = await lockDocument(tx, owner.accountId, id);
    if (!whole) return notFound;
    const closed = notEditable(whole);
    if (closed) return closed;
    if (sent.revision !== undefined && sent.revision !== whole.document.revision) return revisionOutdated;
    const lost = whole.fields.filter(({ page }) => page > file.pages.length);
    if (lost.length > 0 && !sent.confirmed) return fieldsLost(file.pages.length, lost);
    const now = services.clock();
    await replaceFields(
      tx,
      whole.document,
      whole.fields
        .filter(({ page }) => page <= file.pages.length)
        .map((field) => clampToPage(file.pages[field.page - 1]!, field)),
    );
    await saveDocument(tx, whole.document, {
      ...fileColumns(file),
      form_fields: formFields.length > 0 ? formFields : null,
      revision: whole.document.revision + 1,
      updated_at: new Date(now),
    });
    await appendEvents(tx, { accountId: owner.accountId, documentId: id }, now, [
      {
        type: 'file_replaced',
        actor: { kind: 'user', id: owner.userId },
        data: {
          originalSha256: file.originalSha256,
          baseSha256: file.baseSha256,
          bytes: file.originalSize,
          pages: file.pages.length,
          kind: file.mediaType === mediaTypes.pdf ? 'pdf' : 'docx',
          changes: changes.join(' '),
          fieldsRemoved: lost.length,
        },
        personal: { fileName: file.fileName, actor: owner.name, actorEmail: owner.email },
      },
    ]);
    return undefined;
  });
  return refused ?? (await findDocument(services.db, owner.accountId, id)) ?? notFound;
}

function notEditable({ document }: WholeDocument): Refusal | undefined {
  const allowed = advance(document.status, 'edit');
  return isRefusal(allowed) ? allowed : undefined;
}

/** Names what would go: the first few, and how many more. */
function fieldsLost(pageCount: number, lost: readonly Field[]): Refusal {
  const named = lost.slice(0, 5).map(({ type, label, page }) => `${label || type} on page ${page}`);
  const more = lost.length > named.length ? ` and ${lost.length - named.length} more` : '';
  const pages = pageCount === 1 ? '1 page' : `${pageCount} pages`;
  return refuse(
    'fields-lost',
    `The new file has ${pages}. These fields would be removed: ${named.join(', ')}${more}.`,
  );
}
