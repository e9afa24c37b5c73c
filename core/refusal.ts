import type { refusalParameters } from './refusal-parameters.ts';

/**
 * All refusals of the product by their stable code, which is part of the API (RFC 9457 `code`). `docs/errors.md`
 * lists all codes, and a test compares that page with this list.
 */
export const refusalCodes = [
  // Authentication
  'not-signed-in',
  'member-removed',
  'not-found',
  'cross-site-request',
  'address-not-confirmed',
  'address-confirmation-outdated',
  'address-of-provider',
  'not-permitted',
  'plan-without-team',
  'too-many-requests',
  // API keys and apps
  'key-invalid',
  'multiple-credentials',
  'insufficient-scope',
  'key-not-allowed',
  'live-key-required',
  'test-document-not-allowed',
  'key-name-missing',
  'too-many-keys',
  'plan-without-api',
  'redirect-invalid',
  'proposal-closed',
  'proposal-changed',
  // Embedding in other websites
  'embedding-origin-invalid',
  'embedding-origin-unknown',
  'too-many-embedding-origins',
  'key-required',
  'embed-address-expired',
  // Template import from other products
  'import-unreadable',
  'import-signed',
  // Sign-in methods
  'confirmation-missing',
  'password-wrong',
  'password-length-invalid',
  'code-wrong',
  'two-factor-already-on',
  'two-factor-not-on',
  'passkey-refused',
  'email-invalid',
  'name-missing',
  'name-invalid',
  'managed-by-provider',
  'photo-invalid',
  // Malformed requests, files and values
  'request-malformed',
  'idempotency-key-reused',
  'idempotency-key-running',
  'upload-missing',
  'upload-too-large',
  'upload-too-many-files',
  'upload-wrong-type',
  'upload-refused',
  'malware-detected',
  'file-not-scanned',
  'fields-would-be-removed',
  'document-files-limit',
  'document-files-unknown',
  'document-file-kind',
  'document-has-several-files',
  'document-signed-before',
  'files-not-acknowledged',
  'page-order-invalid',
  'page-edits-lost',
  'anchors-missing',
  'conversion-unavailable',
  'conversion-failed',
  'tracked-changes-undecided',
  'title-missing',
  'subject-invalid',
  // Preparing and sending
  'document-not-editable',
  'revision-outdated',
  'field-off-page',
  'field-recipient-unknown',
  'field-name-unknown',
  'template-values-missing',
  'placeholder-invalid',
  'text-in-braces',
  'form-question-invalid',
  'field-name-ambiguous',
  'reference-invalid',
  'external-id-taken',
  'field-not-assigned',
  'field-incomplete',
  'field-overlap',
  'preflight-failed',
  'preflight-unavailable',
  'recipients-missing',
  'too-many-recipients',
  'recipient-address-invalid',
  'recipient-name-invalid',
  'recipient-name-missing',
  'recipient-needs-mailbox',
  'recipient-files-role',
  'recipient-files-unknown',
  'draft-names-files',
  'title-names-file',
  'duplicate-recipient',
  'signer-missing',
  'signing-order-invalid',
  'access-code-required',
  'link-unprotected',
  'expiration-invalid',
  'return-url-invalid',
  'return-url-not-allowed',
  'plan-limit-documents',
  'plan-limit-past-month',
  'plan-limit-recipients',
  'plan-limit-storage',
  'plan-without-feature',
  // The library
  'folder-name-missing',
  'folder-exists',
  'folder-in-itself',
  'folder-too-deep',
  'too-many-folders',
  'folder-view-only',
  'private-to-other-member',
  'two-factor-required',
  'domain-invalid',
  'domain-not-verified',
  'domain-taken',
  'issuer-invalid',
  'secret-missing',
  'sign-on-required',
  'group-exists',
  'too-many-groups',
  // Templates
  'template-incomplete',
  'template-without-file',
  'template-has-file',
  'template-roles-mismatch',
  'role-name-unknown',
  'role-name-ambiguous',
  'plan-limit-templates',
  // Bulk send
  'bulk-file-unreadable',
  'bulk-column-unknown',
  'bulk-file-too-long',
  'bulk-cell-too-long',
  'bulk-nothing-to-send',
  'bulk-ended',
  'bulk-row-failed',
  // Contacts
  'contact-address-invalid',
  'contact-name-invalid',
  'contact-exists',
  'contacts-file-unreadable',
  'contacts-file-too-long',
  // Document life cycle
  'document-not-sent',
  'document-not-completed',
  'document-already-sent',
  'document-being-signed',
  'document-completed',
  'document-declined',
  'document-voided',
  'document-expired',
  'document-being-sealed',
  'document-seal-delayed',
  'document-damaged',
  'reason-missing',
  'trail-altered',
  'sealed-elsewhere',
  'sealed-file-differs',
  ...(['certificate-not-ready', 'files-not-ready'] as const),
  'document-not-ended',
  'retention-period-active',
  'document-on-hold',
  'another-admin-required',
  'person-erased',
  // Team
  'plan-limit-team',
  'last-owner',
  'successor-invalid',
  'already-member',
  'invitation-ended',
  'invitation-for-another',
  'invitation-sign-in',
  'sign-up-closed',
  'sign-up-limited',
  'address-disposable',
  // Plans and payment
  'plans-off',
  'plan-unknown',
  'plan-already-active',
  'subscription-active',
  'closure-not-confirmed',
  'account-closing',
  'account-suspended',
  'subscription-exists',
  'subscription-missing',
  'checkout-unknown',
  'payment-declined',
  'payments-unavailable',
  // Managing a sent document
  'recipient-not-found',
  'recipient-has-acted',
  'no-one-to-remind',
  'reminder-too-soon',
  'mail-not-failed',
  'mail-limit',
  'mail-limit-address',
  'mail-limit-mailbox',
  'mail-paused',
  'mail-reported',
  'recipient-blocked',
  'access-code-invalid',
  // Webhooks
  'webhook-address-refused',
  'too-many-webhooks',
  'webhook-off',
  // Destinations for finished files
  'destination-address-refused',
  'destination-without-secret',
  'destination-email-unproven',
  'too-many-destinations',
  // Audit reports
  'plan-without-reports',
  'report-too-long',
  'report-period-invalid',
  // Answer exports
  'export-too-long',
  // Branding
  'plan-without-branding',
  'brand-name-invalid',
  'brand-footer-invalid',
  'brand-contains-address',
  'brand-name-reserved',
  'brand-color-invalid',
  'brand-color-too-light',
  'sender-domain-reserved',
  'sender-local-part-invalid',
  'logo-invalid',
  // Support
  'support-message-invalid',
  // Signing ceremony
  'link-invalid',
  'link-replaced',
  'link-needs-sign-in',
  'code-required',
  'code-locked',
  'not-your-turn',
  'document-altered',
  'document-not-opened',
  'already-signed',
  'already-declined',
  'role-cannot-sign',
  'paper-requested',
  'paper-not-requested',
  'delegation-not-allowed',
  'delegation-limit-reached',
  'consent-missing',
  'disclosure-outdated',
  'signature-missing',
  'signature-invalid',
  'signature-kind-not-allowed',
  'passkey-missing',
  'initials-missing',
  'signing-day-changed',
  'field-missing',
  'field-not-yours',
  'field-value-invalid',
  'attachment-refused',
] as const;

export type RefusalCode = (typeof refusalCodes)[number];

/** Fails to compile if the table contains an unknown code. */
type OfCodes<Table extends Record<keyof Table & string, readonly string[]>> = keyof Table extends RefusalCode
  ? Table
  : never;
type WithParameters = OfCodes<typeof refusalParameters>;
/** Details that `refuse` needs in addition to the sentence. */
type Given<Code extends RefusalCode> = Code extends keyof WithParameters
  ? [parameters: Record<WithParameters[Code][number], string | number>]
  : [];

/** An expected refusal: a stable code, and a sentence that explains to a person what to do. */
export type Refusal = {
  refused: RefusalCode;
  detail: string;
  parameters?: Record<string, string | number>;
  /** Number of seconds after which a retry makes sense, if known. */
  retryAfter?: number;
};

export function refuse<Code extends RefusalCode>(
  refused: Code,
  detail: string,
  ...[parameters]: Given<Code>
): Refusal {
  return parameters ? { refused, detail, parameters } : { refused, detail };
}

export function isRefusal(value: unknown): value is Refusal {
  return typeof value === 'object' && value !== null && 'refused' in value && 'detail' in value;
}
