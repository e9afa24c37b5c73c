import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { documentRows } from '#contract/documents/document-routes.ts';
import type { JsonFile } from '#contract/documents/word-file.ts';
import { blankToEmpty } from '#core/language/visible.ts';
import { cleanTitle, titleFrom } from '#core/document/title.ts';
import type { AskedReference } from '#core/document/reference.ts';
import type { TrackedChangeChoice } from '#core/document/tracked-changes.ts';
import { isRefusal, refuse, type Refusal } from '#core/refusal.ts';
import { sha256 } from '../../foundation/crypto/sha256.ts';
import { limitsOf, recordFormDigest } from '../../foundation/http/form-digest.ts';
import { malformedRequest } from '../../foundation/http/input/malformed.ts';
import { nameByBytes } from './file-kind.ts';
import { readReferenceParts } from './read-reference.ts';
import { fileTooLarge, type SentFile } from './ingest-file.ts';

export type Upload = SentFile & {
  title: string;
  /** Target folder; null means the top level. */
  folderId?: string | null;
  reference?: AskedReference;
};

/** Reads an upload form with one file and an optional title. */
export async function readUpload(request: FastifyRequest): Promise<Upload | Refusal> {
  const read = await readForm(request, documentRows.uploadDocument.body);
  if (isRefusal(read)) return read;
  const { texts, ...file } = read;
  const reference = readReferenceParts(texts);
  if (isRefusal(reference)) return reference;
  return {
    ...file,
    title: cleanTitle(texts.title ?? '') || titleFrom(file.fileName),
    folderId: texts.folderId?.toLowerCase() || null,
    reference,
  };
}

/**
 * Reads a form with one file and the listed texts. Reading stops at the first byte over the size limit, so
 * that no more of the file is buffered (S-20).
 */
export async function readForm<Texts extends z.ZodType>(
  request: FastifyRequest,
  form: { texts: Texts },
): Promise<(SentFile & { texts: z.output<Texts> }) | Refusal> {
  if (!request.isMultipart()) return noFile();
  let file: SentFile | undefined;
  let rawName = '';
  const texts: Record<string, string> = {};
  try {
    for await (const part of request.parts({ limits: limitsOf(request) })) {
      if (part.type === 'file') {
        rawName = part.filename;
        file = namedFile(part.filename, await part.toBuffer());
      } else if (typeof part.value === 'string') texts[part.fieldname] = blankToEmpty(part.value);
    }
  } catch (error) {
    const refused = limitRefusal(error);
    if (refused) return refused;
    throw error;
  }
  if (!file || file.fileName === '') return noFile();
  if (request.headers['idempotency-key'] !== undefined)
    recordFormDigest(request, { fileName: rawName, fileSha256: sha256(file.bytes), texts });
  const read = form.texts.safeParse(texts);
  if (!read.success) return malformedRequest(read.error.issues, 'form');
  const { trackedChanges } = read.data as { trackedChanges?: TrackedChangeChoice };
  return { ...file, ...(trackedChanges && { trackedChanges }), texts: read.data };
}

/** Reads a file that is part of a JSON body. */
export function fileOfJson({ name, base64, trackedChanges }: JsonFile): SentFile | Refusal {
  const bytes = Buffer.from(base64, 'base64');
  // Buffer skips characters that are not base64, so the length shows whether all were valid.
  if (bytes.length === 0 || bytes.length !== Buffer.byteLength(base64, 'base64'))
    return refuse('request-malformed', '"file.base64" is invalid: it is not base64.');
  return { ...namedFile(name, bytes), ...(trackedChanges && { trackedChanges }) };
}

/** Returns a file with the client's name for it, cleaned and with the extension of its real type. */
function namedFile(clientName: string | undefined, bytes: Uint8Array): SentFile {
  const name = cleanFileName(clientName);
  return { fileName: nameByBytes(name, bytes) ?? name, bytes };
}

function noFile(): Refusal {
  return refuse('upload-missing', 'No file selected - Please select a document to upload');
}

function limitRefusal(error: unknown): Refusal | undefined {
  if (error instanceof Error && malformedForm.test(error.message)) return malformed();
  switch ((error as { code?: unknown }).code) {
    case 'FST_REQ_FILE_TOO_LARGE':
      return fileTooLarge();
    case 'FST_FILES_LIMIT':
      return refuse('upload-too-many-files', 'Too many files');
    case 'FST_FIELDS_LIMIT':
    case 'FST_PARTS_LIMIT':
    case 'FST_INVALID_MULTIPART_CONTENT_TYPE':
      return malformed();
    default:
      return undefined;
  }
}

/** Messages of the form parser about truncated or malformed forms, because it has no error codes. */
const malformedForm = /^(Unexpected end of|Multipart: Boundary not found|Malformed part header)/;

function malformed(): Refusal {
  return refuse('request-malformed', 'The upload form could not be read. Choose the file again.');
}

/** The client's name is only a label, never a path (S-26). A part with raw bytes may have no name. */
function cleanFileName(name: string | undefined): string {
  const last = cleanTitle((name ?? '').replaceAll('\\', '/').split('/').at(-1) ?? '');
  // Cuts between code points, so that no character is split.
  return [...last].slice(-150).join('');
}
