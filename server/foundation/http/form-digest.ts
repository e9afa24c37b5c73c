import type {} from '@fastify/multipart';
import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { isSchema } from '#contract/route.ts';
import { MAX_UPLOAD_BYTES } from '#core/plan/plans.ts';
import { sha256 } from '../crypto/sha256.ts';

const noted = Symbol('digest of the form');
type WithDigest = FastifyRequest & { [noted]?: string };

/**
 * The parts of a form that identify it in any multipart encoding: name and hash of its file, and its text
 * fields.
 */
export type FormParts = { fileName: string; fileSha256: string; texts: Readonly<Record<string, string>> };

/**
 * Limits for parsing a form. Longer text is truncated. A repeated form must be truncated at the same length,
 * or its digest would not match.
 */
export function limitsOf({ routeOptions }: FastifyRequest) {
  const body = routeOptions.config.route?.body;
  if (!body || isSchema(body) || body.kind !== 'form')
    throw new Error(`${routeOptions.url} reads a form, which its row does not list.`);
  return { fileSize: MAX_UPLOAD_BYTES, files: 1, fields: 10, fieldSize: body.longest };
}

/** Records the digest of the form that a handler has read, so that a repeated request can be compared. */
export function recordFormDigest(request: FastifyRequest, form: FormParts): void {
  (request as WithDigest)[noted] = digestOf(form);
}

/** Returns the recorded digest; undefined if no form was read. */
export function notedForm(request: FastifyRequest): string | undefined {
  return (request as WithDigest)[noted];
}

/** Reads a form that no handler has read, only for its digest, and does not buffer its file. */
export async function readFormDigest(request: FastifyRequest): Promise<string> {
  const texts: Record<string, string> = {};
  const file = createHash('sha256');
  let fileName = '';
  for await (const part of request.parts({ limits: limitsOf(request) })) {
    if (part.type === 'file') {
      fileName = part.filename;
      for await (const chunk of part.file) file.update(chunk as Buffer);
    } else if (typeof part.value === 'string') texts[part.fieldname] = part.value;
  }
  return digestOf({ fileName, fileSha256: file.digest('hex'), texts });
}

function digestOf({ fileName, fileSha256, texts }: FormParts): string {
  return sha256(JSON.stringify([fileName, fileSha256, Object.entries(texts).toSorted()]));
}
