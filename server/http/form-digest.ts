import type {} from '@fastify/multipart';
import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { isSchema } from '#contract/route.ts';
import { largestUpload } from '#core/plan/plans.ts';
import { sha256 } from '../crypto/sha256.ts';

const noted = Symbol('digest of the form');
type WithDigest = FastifyRequest & { [noted]?: string };

/** A form as it is told from another: its file's name and bytes, and its texts, however it was put into parts. */
export type FormParts = { fileName: string; fileSha256: string; texts: Readonly<Record<string, string>> };

/** Longer texts are cut. A repeated form is cut where the first one was, or it would look like another. */
export function limitsOf({ routeOptions }: FastifyRequest) {
  const body = routeOptions.config.route?.body;
  if (!body || isSchema(body) || body.kind !== 'form')
    throw new Error(`${routeOptions.url} reads a form, which its row does not list.`);
  return { fileSize: largestUpload, files: 1, fields: 10, fieldSize: body.longest };
}

/** Notes the form that a handler has read, so that a repeated request can be held against it. */
export function noteForm(request: FastifyRequest, form: FormParts): void {
  (request as WithDigest)[noted] = digestOf(form);
}

/** Of the form that was read; undefined where none was. */
export function notedForm(request: FastifyRequest): string | undefined {
  return (request as WithDigest)[noted];
}

/** Reads a form that nobody has read yet, for its digest alone: without holding its file. */
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
