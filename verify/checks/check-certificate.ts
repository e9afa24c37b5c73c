import { dictOf, readPages } from '#pdf/verify/read-objects.ts';
import type { SealedObjects } from '#pdf/verify/read-objects.ts';
import type { SealCertificate } from '#pdf/verify/read-seal-certificates.ts';
import type { PdfValue } from '#pdf/verify/read-value.ts';
import { hasPages, type Evidence } from '../evidence.ts';
import type { Finding, Story } from '../report.ts';

/**
 * Checks that the certificate pages after the document print the last hash of the trail and the fingerprint of
 * the sealing certificate. Certificates from before 2026-11-25 do not print the fingerprint.
 */
export async function checkCertificate(
  objects: SealedObjects,
  evidence: Evidence,
  seal: SealCertificate | undefined,
): Promise<Finding[]> {
  const before = pagesBefore(evidence);
  if (before === undefined || isWithoutCertificate(objects, evidence)) return [];
  let printed = '';
  for (const { page } of readPages(objects).slice(before)) printed += await printedOn(objects, page);
  const findings: Finding[] = [];
  if (!printed.includes(evidence.chainHead)) findings.push({ code: 'certificate-differs-from-trail' });
  if (seal && isSealedByOther(printed, evidence, seal)) findings.push(resealedFinding(seal.subject));
  return findings;
}

/**
 * Returns true if the pages print the fingerprint of a different sealing certificate. Ignores printed hashes
 * that occur in the evidence, because they may belong to something else, such as an attachment.
 */
function isSealedByOther(printed: string, evidence: Evidence, { sha256 }: SealCertificate): boolean {
  const known = JSON.stringify(evidence);
  const fingerprints = [...printed.matchAll(/SHA-256([0-9a-f]{64})/g)]
    .map(([, hash = '']) => hash)
    .filter((hash) => !known.includes(hash));
  return fingerprints.length > 0 && !printed.includes(sha256);
}

export function resealedFinding(signer: string): Finding {
  return signer === '' ? { code: 'sealed-again' } : { code: 'sealed-again-by', name: signer };
}

/**
 * Returns the pages of the certificate, counted from 1. The number of document pages is part of the agreement
 * that everyone signed, so a document page that imitates a certificate is never included.
 */
export function pagesOfCertificate(objects: SealedObjects, evidence: Evidence): Story['certificate'] {
  const before = pagesBefore(evidence);
  const of = readPages(objects).length;
  return before === undefined || before >= of || !hasPages(evidence)
    ? undefined
    : { first: before + 1, last: of, of };
}

/**
 * Returns true if a sealed file has no pages after those of its document. Its certificate is then a separate
 * file.
 */
export function isWithoutCertificate(objects: SealedObjects, evidence: Evidence): boolean {
  return hasPages(evidence) && readPages(objects).length === pagesBefore(evidence);
}

function pagesBefore(evidence: Evidence): number | undefined {
  const { pages } = evidence.document;
  if (!Array.isArray(pages)) return undefined;
  return hasPages(evidence) ? pages.length : 0;
}

type Letters = ReadonlyMap<string, string>;

/**
 * Returns the text of a page in content order without spaces, if its fonts define the meaning of their codes.
 */
async function printedOn(objects: SealedObjects, page: ReadonlyMap<string, PdfValue>): Promise<string> {
  const resources = dictOf(objects.resolve(page.get('Resources')));
  const fonts = dictOf(objects.resolve(resources.get('Font')));
  const contents = page.get('Contents');
  const resolved = contents?.kind === 'array' ? contents : undefined;
  const parts = await Promise.all((resolved?.items ?? [contents]).map((part) => objects.stream(part)));
  const text = parts.map((part) => new TextDecoder('latin1').decode(part)).join('\n');
  const known = new Map<string, Letters>();
  let letters: Letters = new Map();
  let line = '';
  for (const [, font, codes = ''] of text.matchAll(/\/(\S+) [\d.]+ Tf|<([0-9A-F]+)>/g)) {
    if (font === undefined) line += codes.replace(/..../g, (code) => letters.get(code) ?? '');
    else {
      letters = known.get(font) ?? (await lettersOf(objects, fonts.get(font)));
      known.set(font, letters);
    }
  }
  return line.replace(/\s/g, '');
}

/** Returns the map from code to text in a font's /ToUnicode. */
async function lettersOf(objects: SealedObjects, font: PdfValue | undefined): Promise<Letters> {
  const map = dictOf(objects.resolve(font)).get('ToUnicode');
  if (map === undefined) return new Map();
  const codes = new TextDecoder('latin1').decode(await objects.stream(map));
  const unit = (hex: string) => String.fromCharCode(Number.parseInt(hex, 16));
  return new Map(
    [...codes.matchAll(/<([0-9A-F]{4})> <([0-9A-F]*)>/g)].map(([, code = '', text = '']) => [
      code,
      text.replace(/..../g, unit),
    ]),
  );
}
