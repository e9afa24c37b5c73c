/** Refusals if the document is in the wrong state for an action, as defined in core/document/lifecycle.ts. */
export const notSent = [
  'document-not-sent',
  'document-being-sealed',
  'document-completed',
  'document-declined',
  'document-voided',
  'document-expired',
] as const;

/** Refusals when editing a draft. */
export const editing = ['not-found', 'document-not-editable', 'revision-outdated'] as const;

/** Refusals of the account's own reference. */
export const referencing = ['reference-invalid', 'external-id-taken'] as const;

/** Refusals when a file is uploaded. */
export const ingestUpload = [
  'too-many-requests',
  'upload-wrong-type',
  'upload-refused',
  'malware-detected',
  'file-not-scanned',
  'conversion-unavailable',
  'conversion-failed',
  'tracked-changes-undecided',
  'plan-limit-storage',
] as const;

/** Refusals when sending emails. */
export const mailing = [
  'mail-limit',
  'mail-limit-address',
  'mail-paused',
  'mail-reported',
  'recipient-blocked',
] as const;

/** Refusals of a return URL for signers. */
export const returning = ['return-url-invalid', 'return-url-not-allowed'] as const;

/** Refusals of the files selected for a recipient. */
export const choosingFiles = ['recipient-files-role', 'recipient-files-unknown'] as const;

/** Refusals that concern the people of a document. */
export const people = [
  'recipient-address-invalid',
  'recipient-name-invalid',
  'recipient-name-missing',
  'recipient-needs-mailbox',
  ...choosingFiles,
  'duplicate-recipient',
  'too-many-recipients',
  'signing-order-invalid',
  'access-code-invalid',
  'plan-limit-recipients',
] as const;
