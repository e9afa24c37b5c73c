import type { FastifyRequest } from 'fastify';
import { sendFileRequest, type SendFileRequest } from '#contract/documents/send-file.ts';
import { sendingRows } from '#contract/documents/sending-routes.ts';
import { closed } from '#contract/strict.ts';
import { isModestJson } from '#core/json/is-modest.ts';
import { isRefusal, refuse, type Refusal } from '#core/refusal.ts';
import { notedForm } from '../../foundation/http/form-digest.ts';
import { emptyBlankTexts } from '../../foundation/http/input/blank-texts.ts';
import { malformedRequest } from '../../foundation/http/input/malformed.ts';
import type { NamedFile } from '../files/ingest-several.ts';
import type { SentFile } from '../files/ingest-file.ts';
import { fileOfJson, readForm } from '../files/read-upload.ts';

/** `digest` identifies the file of a form for its Idempotency-Key. A JSON body is identified as a whole. */
export type SendFile = {
  file: SentFile;
  moreFiles: readonly NamedFile[];
  request: SendFileRequest;
  digest: string | undefined;
};

const { body: form } = sendingRows.sendFile;
const requestPart = closed(sendFileRequest);

/** Reads a file and the request to send it, from a form or a JSON body. */
export async function readSendRequest(request: FastifyRequest): Promise<SendFile | Refusal> {
  return request.isMultipart() ? readParts(request) : readBody(request.body);
}

async function readParts(request: FastifyRequest): Promise<SendFile | Refusal> {
  const read = await readForm(request, form);
  if (isRefusal(read)) return read;
  const { texts, ...file } = read;
  const json = parseJson(texts.request);
  if (isRefusal(json)) return json;
  const parsed = requestPart.safeParse(emptyBlankTexts(json.value));
  return parsed.success
    ? { file, moreFiles: [], request: parsed.data, digest: notedForm(request) }
    : malformedRequest(parsed.error.issues, 'request');
}

function readBody(body: unknown): SendFile | Refusal {
  const parsed = form.json.safeParse(body);
  if (!parsed.success) return malformedRequest(parsed.error.issues, 'body');
  const { file: first, moreFiles: others = [], ...request } = parsed.data;
  const file = fileOfJson(first);
  if (isRefusal(file)) return file;
  const moreFiles: NamedFile[] = [];
  for (const { title, kind, ...other } of others) {
    const another = fileOfJson(other);
    if (isRefusal(another)) return another;
    moreFiles.push({ ...another, title, kind });
  }
  return { file, moreFiles, request, digest: undefined };
}

/**
 * Applies the limits of a JSON body: a maximum number of values, and no keys that would change an object's
 * prototype.
 */
function parseJson(text: string): { value: unknown } | Refusal {
  const unreadable = refuse(
    'request-malformed',
    'The form’s `request` part must contain the request as JSON and come before the `file` part.',
  );
  if (!isModestJson(text) || text.includes('"__proto__"')) return unreadable;
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return unreadable;
  }
}
