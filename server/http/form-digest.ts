import type {} from '@fastify/multipart';
import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { largestUpload } from '#core/plan/plans.ts';
import { sha256 } from '../crypto/sha256.ts';

const noted = Symbol('digest of the form');
type WithDigest = FastifyRequest & { [noted]?: string };

/** A form as it is told from another: its file's name and bytes, and its texts, however it was put into parts. */
export type FormParts = { fileName: string; fileSha256: string; texts: Readonly<Record<string, string>> };

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
  const limits = { fileSize: largestUpload, files: 1, fields: 10, fieldSize: 10_000 };
  for await (const part of request.parts({ limits })) {
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
