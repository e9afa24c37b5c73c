/** Of a document that is not where the act takes it; core/document/lifecycle.ts says which of them when. */
export const notSent = [
  'document-not-sent',
  'document-being-sealed',
  'document-completed',
  'document-declined',
  'document-voided',
  'document-expired',
] as const;

/** Of an edit of a draft. */
export const editing = ['not-found', 'document-not-editable', 'revision-outdated'] as const;

/** Of a file that is taken in. */
export const takingFile = [
  'too-many-requests',
  'upload-wrong-type',
  'upload-refused',
  'file-harmful',
  'file-not-scanned',
  'conversion-unavailable',
  'conversion-failed',
  'tracked-changes-undecided',
  'plan-limit-storage',
] as const;

/** Of mails that would go to somebody. */
export const mailing = [
  'mail-limit',
  'mail-limit-address',
  'mail-paused',
  'mail-reported',
  'recipient-blocked',
] as const;

/** Of the people of a document. */
export const people = [
  'recipient-address-invalid',
  'recipient-name-invalid',
  'recipient-twice',
  'recipients-too-many',
  'order-contradictory',
  'access-code-invalid',
  'plan-limit-recipients',
] as const;
