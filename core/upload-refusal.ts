import { refuse, type Refusal } from './refusal.ts';

/**
 * Why a file cannot be used, as the parameter `reason` of 'upload-refused'. Reasons that begin with 'pdf-' are
 * codes of pdf/normalise. docs/errors.md lists all of them, and web/locales/problems/ contains their sentences.
 */
export const uploadRefusalReasons = [
  'file-empty',
  'pdf-not-a-pdf',
  'pdf-password',
  'pdf-protected',
  'pdf-damaged',
  'pdf-dynamic-form',
  'pdf-portfolio',
  'pdf-signed',
  'pdf-signed-among-files',
  'pdf-certified',
  'pdf-certified-final',
  'pdf-signature-broken',
  'pdf-fields-locked',
  'pdf-signature-unsupported',
  'pdf-changed-after-signing',
  'pdf-signed-not-fixed',
  'pdf-signed-prints-differently',
  'pdf-signed-reacts',
  'pdf-signed-value-differs',
  'pdf-signed-drawn-differently',
  'pdf-prints-differently',
  'pdf-too-many-pages',
  'pdf-page-size',
  'pdf-picture-damaged',
  'pdf-malformed-content',
  'pdf-programs-disagree',
  'pdf-too-complex',
  'pdf-cannot-be-prepared',
  'file-anchor-invalid',
  'word-not-a-document',
  'word-old-format',
  'word-locked',
  'word-macros',
  'word-entities',
  'word-external-field',
  'word-external-picture',
  'word-external-object',
  'word-external-part',
  'word-damaged',
  'word-too-large',
  'word-too-complex',
  'markup-not-utf8',
  'markup-external-picture',
  'markup-too-deep',
  'markup-too-large',
  'picture-damaged',
  'picture-too-large',
  'picture-animated',
  'picture-heic',
  'picture-unsupported',
] as const;
export type UploadRefusalReason = (typeof uploadRefusalReasons)[number];

/**
 * Returns the refusal of an uploaded file. `detail` is the English sentence. `page` (from 1) and `words` (text
 * from the file) are set for reasons that have them.
 */
export function refuseUpload(
  reason: UploadRefusalReason,
  detail: string,
  { page, words }: { page?: number | undefined; words?: string | undefined } = {},
): Refusal {
  const parameters = { reason, ...(page !== undefined && { page }), ...(words !== undefined && { words }) };
  return { ...refuse('upload-refused', detail), parameters };
}

export const isUploadRefusalReason = (code: string): code is UploadRefusalReason =>
  (uploadRefusalReasons as readonly string[]).includes(code);

/** Refusals after expensive work: all ways of reading a PDF were tried, or the time limit was reached. */
const costly: ReadonlySet<string> = new Set([
  ...['pdf-damaged', 'pdf-picture-damaged', 'pdf-malformed-content', 'pdf-programs-disagree'],
  ...['pdf-too-complex', 'pdf-cannot-be-prepared'],
  ...['word-too-large', 'word-too-complex', 'markup-too-large', 'picture-damaged'],
]);

/** Returns true if the refusal came after expensive work, so that such uploads must be rate-limited (S-25). */
export function isCostly({ refused, parameters }: Refusal): boolean {
  if (refused !== 'upload-refused') return refused === 'conversion-failed' || refused === 'malware-detected';
  const reason = parameters?.['reason'];
  return typeof reason !== 'string' || costly.has(reason);
}
