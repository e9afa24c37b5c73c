import type { SourcePage } from '../source/page-tree.ts';
import type { SourceFile } from '../source/source-file.ts';
import { isDict, isName, PdfString, type PdfDict } from '../../objects/objects.ts';
import { readTextString } from '../../objects/read-text-string.ts';
import { arrayAt, findSignedFields, type SignedField } from './find-signatures.ts';
import { readCms, type ForeignCms } from '../../signatures/read-cms.ts';

/** A signature that an uploaded file already has. The identity in its certificate is not verified. */
export type EarlierSignature = {
  readonly kind: 'approval' | 'certification' | 'timestamp';
  /** Changes that the signature allows later: 1 none, 2 form fields, 3 also notes (ISO 32000-2, 12.8.2.2). */
  readonly allows: 1 | 2 | 3 | undefined;
  /**
   * True if the signature locks all fields, or all but some, including fields added later (FieldMDP, 12.8.2.4).
   */
  readonly locksFields: boolean;
  /**
   * Name in the certificate whose key made the signature; '' if it has none. For a signature that is not intact,
   * the name that it claims.
   */
  readonly signer: string;
  /** Time according to the signer's clock or a timestamp authority (ms UTC). */
  readonly at: number | undefined;
  /** 'unknown' means that the format or algorithm is not supported. */
  readonly bytes: 'intact' | 'changed' | 'unknown';
  /** Length of the file that the signature covers, in bytes; 0 if unknown. */
  readonly end: number;
};

/** Maximum number of signatures. A file with more is refused, because each one requires a hash of the file. */
export const MAX_SIGNATURES = 32;

/**
 * Returns the signatures of a file. `original` contains the uploaded bytes, because a rewritten copy of the file
 * no longer matches its signatures.
 */
export function readSignatures(
  file: SourceFile,
  pages: readonly SourcePage[],
  original: Uint8Array,
): EarlierSignature[] {
  return findSignedFields(file, pages)
    .slice(0, MAX_SIGNATURES + 1)
    .map((signed) => readSignature(file, signed, original));
}

/** Returns a signature in readable form, such as 'Acme Document Seal, 2026-11-01'. */
export function inWords({ signer, at }: EarlierSignature): string {
  const name = [...(signer || '?')].slice(0, 80).join('');
  return at === undefined ? name : `${name}, ${new Date(at).toISOString().slice(0, 10)}`;
}

function readSignature(
  file: SourceFile,
  { field, value }: SignedField,
  original: Uint8Array,
): EarlierSignature {
  const covered = coveredBytes(file, value, original);
  const cms = covered && tryToRead(covered.contents);
  const isTimestamp =
    isName(file.resolve(value.get('Type')), 'DocTimeStamp') ||
    isName(file.resolve(value.get('SubFilter')), 'ETSI.RFC3161');
  const certifies = referenceTo(file, value, 'DocMDP');
  const checked = covered && cms?.check(covered.parts);
  const bytes = covered === undefined || checked?.covers === false ? 'changed' : 'unknown';
  return {
    kind: isTimestamp ? 'timestamp' : certifies ? 'certification' : 'approval',
    allows:
      permission(certifies && file.dictAt(certifies, 'TransformParams'), file, 2) ?? lockOf(file, field),
    locksFields: locksFields(file, field, value),
    signer: checked?.covers
      ? checked.signer
      : cms?.claimed || textAt(file, value, 'Name') || textAt(file, field, 'T'),
    at: cms?.at ?? timeAt(file, value),
    bytes: checked?.covers ? 'intact' : bytes,
    end: covered?.end ?? 0,
  };
}

/**
 * Returns the signature and the bytes that it covers. Returns undefined unless they are everything from the
 * first byte, except exactly the signature itself.
 */
function coveredBytes(
  file: SourceFile,
  value: PdfDict,
  original: Uint8Array,
): { contents: Uint8Array; parts: Uint8Array[]; end: number } | undefined {
  const [zero, before, behind, after, ...more] = arrayAt(file, value, 'ByteRange');
  if (typeof before !== 'number' || typeof behind !== 'number' || typeof after !== 'number') return undefined;
  const end = behind + after;
  if (zero !== 0 || more.length > 0 || before <= 0 || behind <= before || after < 0) return undefined;
  if (end > original.length) return undefined;
  const gap = Buffer.from(original.subarray(before, behind)).toString('latin1');
  const hex = /^<([\s0-9a-fA-F]*)>$/.exec(gap)?.[1]?.replaceAll(/\s/g, '');
  if (hex === undefined) return undefined;
  const contents = Buffer.from(hex.length % 2 === 0 ? hex : `${hex}0`, 'hex');
  const stated = file.resolve(value.get('Contents'));
  const isSame = stated instanceof PdfString && contents.equals(stated.bytes);
  if (!isSame && !file.encrypted) return undefined;
  return { contents, parts: [original.subarray(0, before), original.subarray(behind, end)], end };
}

function tryToRead(contents: Uint8Array): ForeignCms | undefined {
  try {
    return readCms(contents);
  } catch {
    // The signature has another format than CMS, such as adbe.x509.rsa_sha1, or a certificate that Node
    // cannot read.
    return undefined;
  }
}

function referenceTo(file: SourceFile, value: PdfDict, method: string): PdfDict | undefined {
  return arrayAt(file, value, 'Reference')
    .map((item) => file.resolve(item))
    .filter(isDict)
    .find((reference) => isName(file.resolve(reference.get('TransformMethod')), method));
}

/** An approval signature can also lock the whole document (ISO 32000-2, table 236). */
const lockOf = (file: SourceFile, field: PdfDict): 1 | 2 | 3 | undefined =>
  permission(file.dictAt(field, 'Lock'), file, undefined);

/**
 * Checks the field's lock and the reference that is added to the signature when it is made (tables 236 and 260).
 */
function locksFields(file: SourceFile, field: PdfDict, value: PdfDict): boolean {
  const reference = referenceTo(file, value, 'FieldMDP');
  const locks = [file.dictAt(field, 'Lock'), reference && file.dictAt(reference, 'TransformParams')];
  return locks.some((lock) => lock !== undefined && !isName(file.resolve(lock.get('Action')), 'Include'));
}

function permission(
  holder: PdfDict | undefined,
  file: SourceFile,
  otherwise: 2 | undefined,
): 1 | 2 | 3 | undefined {
  if (holder === undefined) return undefined;
  const stated = file.resolve(holder.get('P'));
  return stated === 1 || stated === 2 || stated === 3 ? stated : otherwise;
}

function textAt(file: SourceFile, holder: PdfDict, key: string): string {
  const value = file.resolve(holder.get(key));
  return value instanceof PdfString ? readTextString(value).trim() : '';
}

/** Parses /M, a PDF date (ISO 32000-2, 7.9.4). Returns ms UTC. */
function timeAt(file: SourceFile, value: PdfDict): number | undefined {
  const parts = /^D:(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:Z|([+-])(\d\d)'?(\d\d)?'?)?/.exec(
    textAt(file, value, 'M'),
  );
  if (parts === null) return undefined;
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = parts.slice(1, 7).map(Number);
  const [sign, hours = '0', minutes = '0'] = parts.slice(7);
  const offset = (Number(hours) * 60 + Number(minutes)) * 60_000 * (sign === '-' ? -1 : 1);
  return Date.UTC(year, month - 1, day, hour, minute, second) - (sign === undefined ? 0 : offset);
}
