import type { Cover } from '#core/field/cover/covered.ts';
import type { Field } from '#core/field/field.ts';
import type { Recipient } from '#core/recipient/recipient.ts';
import type { Refusal } from '#core/refusal.ts';
import type { StoredDocument } from '../../records/document-store.ts';

/** A draft that is about to be sent, and what is known of its people. */
export type SendableDraft = {
  document: Pick<
    StoredDocument,
    'accountId' | 'id' | 'title' | 'originalSha256' | 'fileNotes' | 'baseSha256' | 'pages' | 'formats'
  >;
  fields: readonly Field[];
  recipients: readonly Pick<Recipient, 'id' | 'role' | 'name' | 'email'>[];
  senderName: string;
  /** The owner of the draft, if a different member sends it. The certificate also shows this name. */
  ownerName?: string | undefined;
  /** The name that the sender's account chose; the certificate prints it. */
  accountName: string;
};

/** A field that covers content of the page. */
export type FieldCover = Cover & { field: Field };

export type SealPreflight = {
  /**
   * Returns why the document could not be sealed after all recipients have signed; undefined if it can
   * (P-13).
   */
  check(draft: SendableDraft): Promise<Refusal | undefined>;
  /**
   * Returns the page content covered by fields, to show the sender before sending; empty while that is
   * unknown.
   */
  covers(draft: Pick<SendableDraft, 'document' | 'fields'>): Promise<FieldCover[]>;
};
