import type { NumberedFile } from '#core/document/sealed-files.ts';
import {
  hasOnly,
  hasTexts,
  isListOf,
  isObject,
  isStoredEvent,
  parse,
  utf8,
  type Evidence,
  type Json,
  type JsonObject,
} from './evidence.ts';

/**
 * The evidence in one of a document's files that was sealed as a separate PDF (docs/evidence.md, Separate
 * files).
 */
export type FileEvidence = {
  readonly documentId: string;
  readonly test: boolean;
  readonly number: number;
  readonly salt: string;
  readonly file: NumberedFile['file'];
  /** Commitments to all files of the document, in order. */
  readonly files: readonly string[];
  /** The prepared pages of the file. The PDF begins with these bytes. */
  readonly base: { readonly sha256: string; readonly bytes: number };
  readonly agreementSha256: string;
  /**
   * Hash of the joined file that everyone signed, in version 1. In later versions, actions refer to it only
   * through the salted agreement.
   */
  readonly signedSha256?: string;
  /** Hash of the sealed file that contains all files. */
  readonly wholeSha256: string;
  readonly fields: readonly (JsonObject & { id: string })[];
  readonly chainHead: string;
  readonly events: Evidence['events'];
};

const members = [
  ...[
    'format',
    'version',
    'documentId',
    'test',
    'number',
    'salt',
    'file',
    'files',
    'base',
    'agreementSha256',
  ],
  ...['wholeSha256', 'fields', 'chainHead', 'events'],
];

/** Parses a `file-evidence.json` as strictly as `readEvidence`. */
export function readFileEvidence(bytes: Uint8Array): FileEvidence | 'newer' | 'form' {
  const json = parse(utf8(bytes));
  if (!isObject(json) || json['format'] !== 'countersign-file') return 'form';
  const { version } = json;
  if (typeof version === 'number' && version > 2) return 'newer';
  const own = version === 1 ? ['signedSha256'] : [];
  const isKnown = (version === 1 || version === 2) && hasOnly(json, [...members, ...own]);
  return isKnown && hasTexts(json, ...own) && isFileEvidence(json) ? json : 'form';
}

function isFileEvidence(json: JsonObject): json is JsonObject & FileEvidence {
  const { test, number, salt, file, files, base, fields, events } = json;
  return (
    hasTexts(json, 'documentId', 'salt', 'agreementSha256', 'wholeSha256', 'chainHead') &&
    typeof test === 'boolean' &&
    // If the salt could have another length, part of it could be moved into the text after it.
    /^[0-9a-f]{64}$/.test(salt as string) &&
    isObject(file) &&
    hasTexts(file, 'id', 'title', 'kind', 'fileName', 'originalSha256', 'baseSha256') &&
    hasOnly(file, ['id', 'title', 'kind', 'fileName', 'pages', 'originalSha256', 'baseSha256']) &&
    isCount(file['pages']) &&
    Array.isArray(files) &&
    files.length > 1 &&
    files.every((one) => typeof one === 'string') &&
    isCount(number) &&
    number <= files.length &&
    isObject(base) &&
    hasOnly(base, ['sha256', 'bytes']) &&
    hasTexts(base, 'sha256') &&
    isCount(base['bytes']) &&
    isListOf(fields, (field) => hasTexts(field, 'id')) &&
    isListOf(events, isStoredEvent)
  );
}

const isCount = (value: Json | undefined): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0;
