import type { Cover } from '#core/field/cover/covered.ts';
import type { Field } from '#core/field/field.ts';
import type { Recipient } from '#core/recipient/recipient.ts';
import type { Refusal } from '#core/refusal.ts';
import type { StoredDocument } from '../../records/document-store.ts';

/** A draft that is about to be sent, with what is known about the people involved. */
export type SendableDraft = {
  document: Pick<
    StoredDocument,
    'accountId' | 'id' | 'title' | 'originalSha256' | 'fileNotes' | 'baseSha256' | 'pages' | 'formats'
  >;
  fields: readonly Field[];
  recipients: readonly Pick<Recipient, 'id' | 'role' | 'name' | 'email'>[];
  senderName: string;
  /** The name of the draft's owner, if another member sends it. The certificate prints both names. */
  ownerName?: string | undefined;
  /** The account name that the sender chose, which the certificate prints. */
  accountName: string;
};

/** Page content that a field covers. */
export type FieldCover = Cover & { field: Field };

export type SealPreflight = {
  /**
   * Returns why the document could not be sealed after all recipients have signed; undefined if it can
   * (P-13).
   */
  check(draft: SendableDraft): Promise<Refusal | undefined>;
  /** Returns the page content that fields cover, as a warning for the sender. Empty if the check failed. */
  covers(draft: Pick<SendableDraft, 'document' | 'fields'>): Promise<FieldCover[]>;
};
