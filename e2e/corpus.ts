import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { makeDocx } from '#testing/docx/make-docx.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { root } from './running-server.ts';

/** A file as the browser's dialog hands it over. */
export interface UploadFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

const pdfType = 'application/pdf';
const docxType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** A scientific paper of fourteen pages with other people's comments in it. */
export const realPdf = (): UploadFile => fromCorpus('pdf/comments.pdf', pdfType, () => lease());

/** A practice's privacy notice of six pages. */
export const realDocx = (): UploadFile =>
  fromCorpus('docx/stress016.docx', docxType, () => ({
    name: 'notice.docx',
    mimeType: docxType,
    buffer: Buffer.from(makeDocx({ paragraphs: ['Notice of privacy practices', 'Read it carefully.'] })),
  }));

export const lease = (pages = 3): UploadFile => ({
  name: 'lease.pdf',
  mimeType: pdfType,
  buffer: Buffer.from(sampleLease(pages)),
});

function fromCorpus(path: string, mimeType: string, instead: () => UploadFile): UploadFile {
  const file = join(root, '../shared/corpus', path);
  if (existsSync(file)) return { name: basename(file), mimeType, buffer: readFileSync(file) };
  const made = instead();
  process.stdout.write(`../shared/corpus/${path} is absent: ${made.name} stands in for it\n`);
  return made;
}
