import { STATUS_CODES } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { Problem } from '#contract/problem.ts';
import type { Refusal, RefusalCode } from '#core/refusal.ts';

/** The HTTP status of each refusal. docs/errors.md says the same to people; a test compares the two. */
export const statusOf: Readonly<Record<RefusalCode, number>> = {
  'not-signed-in': 401,
  'not-found': 404,
  'cross-site-request': 403,
  'too-many-requests': 429,
  'password-wrong': 403,
  'password-unfit': 422,
  'code-wrong': 422,
  'two-factor-already-on': 409,
  'two-factor-not-on': 409,
  'passkey-refused': 422,
  'email-invalid': 422,
  'name-missing': 422,
  'managed-elsewhere': 409,
  'address-not-confirmed': 403,
  'not-permitted': 403,
  'photo-invalid': 422,
  'request-malformed': 400,
  'idempotency-key-reused': 422,
  'upload-missing': 422,
  'upload-too-large': 413,
  'upload-too-many-files': 422,
  'upload-wrong-type': 415,
  'upload-refused': 422,
  'file-harmful': 422,
  'file-not-scanned': 503,
  'fields-lost': 409,
  'conversion-unavailable': 422,
  'conversion-failed': 422,
  'title-missing': 422,
  'document-not-editable': 409,
  'revision-outdated': 409,
  'field-off-page': 422,
  'field-recipient-unknown': 422,
  'field-not-assigned': 422,
  'field-incomplete': 422,
  'field-overlap': 422,
  'document-unsealable': 422,
  'recipients-missing': 422,
  'recipients-too-many': 422,
  'recipient-address-invalid': 422,
  'recipient-name-invalid': 422,
  'recipient-twice': 422,
  'recipient-needs-to-sign': 422,
  'expiration-invalid': 422,
  'plan-limit-documents': 403,
  'plan-limit-recipients': 403,
  'plan-limit-storage': 403,
  'folder-name-missing': 422,
  'folder-exists': 409,
  'folder-in-itself': 409,
  'folder-too-deep': 422,
  'folders-too-many': 422,
  'template-incomplete': 422,
  'template-without-file': 409,
  'template-has-file': 409,
  'template-roles-mismatch': 422,
  'plan-limit-templates': 403,
  'contact-address-invalid': 422,
  'contact-name-invalid': 422,
  'contact-exists': 409,
  'bulk-file-unreadable': 422,
  'bulk-file-too-long': 422,
  'bulk-cell-too-long': 422,
  'bulk-nothing-to-send': 422,
  'bulk-over': 409,
  'bulk-row-failed': 500,
  'contacts-file-unreadable': 422,
  'contacts-file-too-long': 422,
  'document-not-sent': 409,
  'document-not-completed': 409,
  'document-already-sent': 409,
  'document-being-signed': 409,
  'document-completed': 409,
  'document-declined': 410,
  'document-voided': 410,
  'document-expired': 410,
  'document-being-sealed': 409,
  'document-damaged': 503,
  'reason-missing': 422,
  'trail-altered': 409,
  'plans-off': 409,
  'plan-unknown': 422,
  'plan-already-yours': 409,
  'subscription-exists': 409,
  'subscription-missing': 409,
  'checkout-unknown': 404,
  'payment-declined': 402,
  'payments-unavailable': 503,
  'recipient-not-found': 404,
  'recipient-has-acted': 409,
  'nobody-to-remind': 409,
  'reminder-too-soon': 429,
  'mail-not-failed': 409,
  'mail-limit': 429,
  'mail-limit-address': 429,
  'mail-paused': 403,
  'mail-reported': 403,
  'recipient-blocked': 409,
  'access-code-invalid': 422,
  'support-message-invalid': 422,
  'link-invalid': 404,
  'link-ended': 410,
  'code-needed': 403,
  'code-locked': 403,
  'not-your-turn': 409,
  'document-altered': 409,
  'document-not-shown': 409,
  'already-signed': 409,
  'already-declined': 409,
  'role-does-not-sign': 403,
  'paper-requested': 409,
  'paper-not-requested': 409,
  'delegation-not-allowed': 403,
  'delegated-too-often': 409,
  'consent-missing': 422,
  'signature-missing': 422,
  'signature-invalid': 422,
  'passkey-missing': 422,
  'initials-missing': 422,
  'field-missing': 422,
  'field-not-yours': 403,
  'field-value-invalid': 422,
  'attachment-refused': 422,
};

/** The code of a fault of ours; the only one that is not a refusal. */
export const serverFault = 'server-error';

/** Answers an expected 'no'. Routes end with `return sendRefusal(reply, refusal)`. */
export function sendRefusal(reply: FastifyReply, refusal: Refusal, retryAfterSeconds?: number): FastifyReply {
  const wait =
    retryAfterSeconds ?? refusal.retryAfter ?? (refusal.refused === 'too-many-requests' ? 60 : null);
  if (wait !== null) reply.header('retry-after', String(wait));
  return sendProblem(reply, statusOf[refusal.refused], refusal.refused, refusal.detail, refusal.parameters);
}

/**
 * RFC 9457 problem details. `type` stays about:blank, for which the RFC makes `title` the words of the
 * status; programs look at `code`, people read `detail`.
 */
export function sendProblem(
  reply: FastifyReply,
  status: number,
  code: string,
  detail: string,
  parameters?: Refusal['parameters'],
): FastifyReply {
  const title = STATUS_CODES[status] ?? 'Error';
  return reply
    .code(status)
    .type('application/problem+json')
    .serializer(JSON.stringify)
    .send({
      type: 'about:blank',
      title,
      status,
      detail,
      code,
      ...(parameters ? { parameters } : {}),
    } satisfies Problem);
}
