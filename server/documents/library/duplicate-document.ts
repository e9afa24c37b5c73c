import type { z } from 'zod';
import type { duplicateAnswer } from '#contract/documents/library.ts';
import { copyTitle } from '#core/document/title.ts';
import { renewFields } from '#core/field/renew-fields.ts';
import { isRefusal, type Refusal } from '#core/refusal.ts';
import { countUpload } from '../../accounts/profile/usage-store.ts';
import { newId } from '../../foundation/db/new-id.ts';
import { inTransaction } from '../../foundation/db/transaction.ts';
import { lockMembership } from '../../records/member.ts';
import { refuseTests } from '../../records/test-documents.ts';
import { lockDocument, replaceFields, replaceRecipients } from '../../records/document-store.ts';
import { inOrder } from '../draft/in-order.ts';
import { insertDraft } from '../draft/insert-draft.ts';
import { readDraftFile } from '../../records/draft-file.ts';
import { sealedElsewhere } from '../../records/sealed-elsewhere.ts';
import type { Owner } from '../../records/owner.ts';
import type { LibraryDeps } from './deps.ts';
import { notFound } from './bin-documents.ts';

/**
 * Creates a draft with the same file, recipients, fields and settings, but without events and signatures. It
 * counts as a document of this month.
 */
export function duplicateDocument(
  services: LibraryDeps,
  owner: Owner,
  id: string,
): Promise<z.input<typeof duplicateAnswer> | Refusal> {
  return inTransaction(services.db, async (tx) => {
    const mayNot = await lockMembership(tx, owner, 'document.draft', services);
    if (mayNot) return mayNot;
    const whole = await lockDocument(tx, owner.accountId, id);
    if (!whole) return notFound;
    if (whole.document.sealedElsewhere) return sealedElsewhere;
    const now = services.clock();
    const { test } = whole.document;
    const over = test
      ? await refuseTests(tx, owner.accountId)
      : await countUpload(tx, owner.accountId, new Date(now), services);
    if (over) return over;
    const known = whole.recipients.filter(({ erasedAt }) => !erasedAt);
    const ordered = inOrder(whole, known, { chosen: undefined, keepTurns: true });
    if (isRefusal(ordered)) return ordered;
    const draft = { accountId: owner.accountId, id: newId(now) };
    const { document } = whole;
    const title = copyTitle(document.title);
    await insertDraft(tx, now, {
      owner,
      id: draft.id,
      title,
      test,
      file: await readDraftFile(tx, document),
      folderId: document.folderId,
      formats: document.formats,
      signingOrder: ordered.signingOrder,
      returnUrl: document.returnUrl,
      settings: { ...document, expirationDays: document.expirationDays ?? null },
      facts: { copyOf: document.id },
    });
    // The recipients are the same people, so their protection is kept. Access codes are copied as hashes.
    const recipients = ordered.recipients.map((recipient) => ({ ...recipient, id: newId(now) }));
    const ids = new Map(known.map((recipient, at) => [recipient.id, recipients[at]!.id]));
    await replaceRecipients(tx, draft, recipients);
    await replaceFields(
      tx,
      draft,
      renewFields(whole.fields, () => newId(now)).map((field) => ({
        ...field,
        recipientId: ids.get(field.recipientId ?? '') ?? null,
      })),
    );
    return { id: draft.id, title, notCopied: document.externalId ? ['externalId'] : [] };
  });
}
