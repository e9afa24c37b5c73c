import { testTitle } from '#core/document/title.ts';
import { defaultSendSettings, type SendSettings } from '#core/template/settings.ts';
import type { DocumentFormats } from '#core/formats/formats.ts';
import type { SigningOrder } from '#core/recipient/turn.ts';
import type { EventData } from '#core/trail/event.ts';
import type { Tx } from '../../foundation/db/transaction.ts';
import { settingsColumns } from '../../records/document-store.ts';
import { defaultFormats } from '../../records/formats-store.ts';
import { factsOfFile, fileColumns, type DraftFile } from '../../records/draft-file.ts';
import { byOwner, type Owner } from '../../records/owner.ts';
import { appendEvents } from '../../records/trail/append-event.ts';
import type { Offer } from '../files/suggested-fields.ts';
import { subjectOf } from './terms.ts';

export type NewDraft = {
  owner: Owner;
  id: string;
  title: string;
  file: DraftFile;
  /** Null or undefined means the top level. */
  folderId?: string | null;
  /**
   * Additional data for the first event, about the origin of the draft. A draft from a template has another
   * type of event.
   */
  facts?: EventData;
  /** Changes and findings from checking the file, for the same event. */
  findings?: EventData;
  /** A copy of a test document is also a test document. */
  test?: boolean;
  /** Default: parallel. */
  signingOrder?: SigningOrder | undefined;
  /** Default: the account's formats. */
  formats?: DocumentFormats | null | undefined;
  /** Settings copied from a document or template. */
  settings?: SendSettings | undefined;
  /** Null for copies, because an external ID identifies one document. */
  externalId?: string | null | undefined;
  /** URL to which signers return after signing; null for the account's URL. */
  returnUrl?: string | null | undefined;
  /** Suggested fields for the file. */
  formFields?: readonly Offer[];
};

/** Inserts a draft and the first event in its audit trail. `now` is ms UTC. */
export async function insertDraft(tx: Tx, now: number, draft: NewDraft): Promise<void> {
  const { owner, id, file, folderId = null, facts = {}, signingOrder = 'parallel', formFields = [] } = draft;
  const test = (owner.test ?? false) || (draft.test ?? false);
  const title = test ? testTitle(draft.title) : draft.title;
  const settings = draft.settings ?? defaultSendSettings;
  await tx
    .insertInto('documents')
    .values({
      account_id: owner.accountId,
      id,
      created_by: owner.userId,
      title,
      test,
      folder_id: folderId,
      ...fileColumns(file),
      signing_order: signingOrder,
      ...settingsColumns({ ...settings, subject: subjectOf(settings.subject, test) }),
      external_id: draft.externalId ?? null,
      formats: draft.formats ?? (await defaultFormats(tx, owner)),
      return_url: draft.returnUrl ?? null,
      template_id: typeof facts['templateId'] === 'string' ? facts['templateId'] : null,
      template_version: typeof facts['templateVersion'] === 'number' ? facts['templateVersion'] : null,
      form_fields: formFields.length > 0 ? formFields : null,
      created_at: new Date(now),
      updated_at: new Date(now),
    })
    .execute();
  const { actor, personal } = byOwner(owner);
  await appendEvents(tx, { accountId: owner.accountId, documentId: id }, now, [
    {
      type: 'templateId' in facts ? 'document_made_from_template' : 'document_uploaded',
      actor,
      data: { ...facts, ...(test && { test }) },
      file: { ...factsOfFile(file), ...draft.findings },
      personal: { fileName: file.fileName, ...personal },
    },
  ]);
}
