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
  'team-without-plan',
  'too-many-requests',
  // API keys and apps
  'key-invalid',
  'key-with-cookie',
  'key-without-scope',
  'key-not-for-this',
  'key-is-test',
  'document-is-test',
  'key-name-missing',
  'keys-too-many',
  'plan-without-api',
  'redirect-invalid',
  'proposal-over',
  'proposal-changed',
  // Embedding in other websites
  'embedding-origin-invalid',
  'embedding-origin-unknown',
  'embedding-origins-too-many',
  'embedding-needs-key',
  'embed-address-over',
  // Import of templates from other products
  'import-unreadable',
  'import-signed',
  // Sign-in methods
  'password-wrong',
  'password-unfit',
  'code-wrong',
  'two-factor-already-on',
  'two-factor-not-on',
  'passkey-refused',
  'email-invalid',
  'name-missing',
  'name-invalid',
  'managed-elsewhere',
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
  'file-harmful',
  'file-not-scanned',
  'fields-lost',
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
  'document-unsealable',
  'document-not-tried',
  'recipients-missing',
  'recipients-too-many',
  'recipient-address-invalid',
  'recipient-name-invalid',
  'recipient-twice',
  'recipient-needs-to-sign',
  'order-contradictory',
  'access-code-needed',
  'expiration-invalid',
  'plan-limit-documents',
  'plan-limit-past-month',
  'plan-limit-recipients',
  'plan-limit-storage',
  'plan-without-benefit',
  // The library
  'folder-name-missing',
  'folder-exists',
  'folder-in-itself',
  'folder-too-deep',
  'folders-too-many',
  'folder-view-only',
  'private-to-another',
  'two-factor-required',
  'domain-unfit',
  'domain-unproved',
  'domain-taken',
  'issuer-unfit',
  'secret-missing',
  'sign-on-required',
  'group-exists',
  'groups-too-many',
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
  'bulk-over',
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
  'still-retained',
  'document-on-hold',
  'hold-needs-another',
  'person-erased',
  // Team
  'plan-limit-team',
  'last-owner',
  'heir-unfit',
  'already-member',
  'invitation-ended',
  'invitation-for-another',
  'sign-up-closed',
  'sign-up-limited',
  'address-disposable',
  // Plans and payment
  'plans-off',
  'plan-unknown',
  'plan-already-yours',
  'subscription-running',
  'closing-not-confirmed',
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
  'webhooks-too-many',
  'webhook-off',
  // Audit reports
  'plan-without-reports',
  'report-too-long',
  'report-period-invalid',
  // Branding
  'plan-without-branding',
  'brand-name-invalid',
  'brand-footer-invalid',
  'brand-address',
  'brand-not-ours',
  'brand-colour-unreadable',
  'brand-colour-pale',
  'sender-domain-ours',
  'sender-local-invalid',
  'logo-invalid',
  // Support
  'support-message-invalid',
  // Signing ceremony
  'link-invalid',
  'link-ended',
  'code-needed',
  'code-locked',
  'not-your-turn',
  'document-altered',
  'document-not-shown',
  'already-signed',
  'already-declined',
  'role-does-not-sign',
  'paper-requested',
  'paper-not-requested',
  'delegation-not-allowed',
  'delegated-too-often',
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
  'access-code-needed': ['name'],
  'key-without-scope': ['scope'],
  'keys-too-many': ['most'],
  'embedding-origins-too-many': ['most'],
  'folder-exists': ['name'],
  'folder-too-deep': ['deepest'],
  'plan-limit-documents': ['limit', 'used'],
  'plan-limit-past-month': ['limit', 'used', 'month'],
  'plan-limit-recipients': ['limit', 'wanted'],
  'plan-limit-storage': ['limit', 'used', 'wanted'],
  'plan-limit-templates': ['limit', 'used'],
  'plan-without-benefit': ['plan', 'needed'],
  'webhooks-too-many': ['most'],
  'contact-exists': ['email'],
  'report-too-long': ['most'],
  'brand-name-invalid': ['most'],
  'brand-footer-invalid': ['most', 'lines'],
  'brand-colour-pale': ['colour', 'proposal'],
  'mail-limit': ['anHour', 'aDay', 'toOneAddress'],
  'mail-limit-address': ['email', 'most'],
  'mail-limit-mailbox': ['email'],
  'mail-paused': ['bounced', 'written'],
  'mail-reported': ['reported', 'written'],
  'recipient-blocked': ['email'],
  'still-retained': ['years', 'day'],
  'delegated-too-often': ['times'],
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
