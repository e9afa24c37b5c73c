import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { makeDocx } from '#testing/docx/make-docx.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { root } from './running-server.ts';

/** A file as passed by the browser's file dialog. */
export interface UploadFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** Words that the file contains, and that the sealed file must contain too. */
export type RealFile = { file: UploadFile; words: string };

const pdfType = 'application/pdf';
const docxType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** A scientific paper of fourteen pages with other people's comments. */
export const realPdf = (): RealFile =>
  fromCorpus(
    'pdf/comments.pdf',
    { mimeType: pdfType, words: 'Trace-based Just-in-Time' },
    { file: lease(), words: 'Lease of the harbour office' },
  );

/** A medical practice's privacy notice of six pages. */
export const realDocx = (): RealFile =>
  fromCorpus(
    'docx/stress016.docx',
    { mimeType: docxType, words: 'This notice describes how medical information' },
    {
      file: {
        name: 'notice.docx',
        mimeType: docxType,
        buffer: Buffer.from(
          makeDocx({ paragraphs: ['Notice of privacy practices', ...Array<string>(80).fill(notice)] }),
        ),
      },
      words: notice,
    },
  );

const notice = 'Read it carefully, keep it, and ask us.';

export const lease = (pages = 3): UploadFile => ({
  name: 'lease.pdf',
  mimeType: pdfType,
  buffer: Buffer.from(sampleLease(pages)),
});

function fromCorpus(
  path: string,
  { mimeType, words }: { mimeType: string; words: string },
  instead: RealFile,
): RealFile {
  const file = join(root, '../shared/corpus', path);
  if (existsSync(file))
    return { file: { name: basename(file), mimeType, buffer: readFileSync(file) }, words };
  process.stdout.write(`../shared/corpus/${path} is absent: ${instead.file.name} stands in for it\n`);
  return instead;
}
