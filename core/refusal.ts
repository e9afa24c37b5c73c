/**
 * All refusals of the product by stable code. The code is part of the API (RFC 9457 `code`). `docs/errors.md`
 * lists each one, and a test compares that page with this list.
 */
export const refusalCodes = [
  // Authentication
  'not-signed-in',
  'not-found',
  'cross-site-request',
  'address-not-confirmed',
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
  // Import of templates from other products
  'import-unreadable',
  'import-signed',
  // Sign-in methods
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
  'conversion-unavailable',
  'conversion-failed',
  'tracked-changes-undecided',
  'title-missing',
  // Preparing and sending
  'document-not-editable',
  'revision-outdated',
  'field-off-page',
  'field-recipient-unknown',
  'field-name-unknown',
  'field-name-ambiguous',
  'field-not-assigned',
  'field-incomplete',
  'field-overlap',
  'preflight-failed',
  'preflight-unavailable',
  'recipients-missing',
  'too-many-recipients',
  'recipient-address-invalid',
  'recipient-name-invalid',
  'duplicate-recipient',
  'signer-missing',
  'signing-order-invalid',
  'access-code-required',
  'expiration-invalid',
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
  'certificate-not-ready',
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
  // Audit reports
  'plan-without-reports',
  'report-too-long',
  'report-period-invalid',
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
  'passkey-missing',
  'initials-missing',
  'signing-day-changed',
  'field-missing',
  'field-not-yours',
  'field-value-invalid',
  'attachment-refused',
] as const;

export type RefusalCode = (typeof refusalCodes)[number];

/**
 * The numbers and names in a refusal's sentence, so that other languages can be equally precise: `{{limit}}`
 * in web/locales/problems/<language>.json.
 */
export const refusalParameters = {
  'access-code-required': ['name'],
  'insufficient-scope': ['scope'],
  'too-many-keys': ['max'],
  'too-many-embedding-origins': ['max'],
  'folder-exists': ['name'],
  'folder-too-deep': ['maxDepth'],
  'plan-limit-documents': ['limit', 'used'],
  'plan-limit-past-month': ['limit', 'used', 'month'],
  'plan-limit-recipients': ['limit', 'requested'],
  'plan-limit-storage': ['limit', 'used', 'requested'],
  'plan-limit-templates': ['limit', 'used'],
  'plan-without-feature': ['plan', 'requiredPlan'],
  'too-many-webhooks': ['max'],
  'contact-exists': ['email'],
  'report-too-long': ['max'],
  'brand-name-invalid': ['max'],
  'brand-footer-invalid': ['max', 'lines'],
  'brand-color-too-light': ['color', 'proposal'],
  'mail-limit': ['perHour', 'perDay', 'perAddress'],
  'mail-limit-address': ['email', 'max'],
  'mail-limit-mailbox': ['email'],
  'mail-paused': ['bounced', 'sent'],
  'mail-reported': ['reported', 'sent'],
  'recipient-blocked': ['email'],
  'retention-period-active': ['years', 'day'],
  'delegation-limit-reached': ['times'],
  'initials-missing': ['page'],
  'signing-day-changed': ['day'],
  'field-missing': ['page'],
  'field-not-assigned': ['page'],
  'field-name-unknown': ['name', 'known'],
  'field-name-ambiguous': ['name', 'known'],
  'role-name-unknown': ['name', 'known'],
  'role-name-ambiguous': ['name'],
} as const satisfies Partial<Record<RefusalCode, readonly string[]>>;

type WithParameters = typeof refusalParameters;
/** The details that `refuse` needs besides the sentence. */
type Told<Code extends RefusalCode> = Code extends keyof WithParameters
  ? [parameters: Record<WithParameters[Code][number], string | number>]
  : [];

/** An expected refusal: a stable code, and one sentence that explains to a person what to do. */
export type Refusal = {
  refused: RefusalCode;
  detail: string;
  parameters?: Record<string, string | number>;
  /** Seconds after which a retry is worthwhile, if known. */
  retryAfter?: number;
};

export function refuse<Code extends RefusalCode>(
  refused: Code,
  detail: string,
  ...[parameters]: Told<Code>
): Refusal {
  return parameters ? { refused, detail, parameters } : { refused, detail };
}

export function isRefusal(value: unknown): value is Refusal {
  return typeof value === 'object' && value !== null && 'refused' in value && 'detail' in value;
}
