import { decodeStream } from '#pdf/normalise/source/decode-stream.ts';
import { InflateBudget } from '#pdf/normalise/source/inflate-budget.ts';
import { collectPages } from '#pdf/normalise/source/page-tree.ts';
import { SourceFile } from '#pdf/normalise/source/source-file.ts';
import { latin1Text, PdfStream } from '#pdf/objects/objects.ts';

/**
 * Returns the decoded content of a page (counted from 0) of a normalized file, which has one content stream
 * per page.
 */
export function contentOf(bytes: Uint8Array, page = 0): string {
  const file = SourceFile.openByXref(bytes, new InflateBudget());
  if (typeof file === 'string') throw new Error(file);
  const contents = file.resolve(collectPages(file, page + 1)[page]?.dict.get('Contents'));
  const streams = Array.isArray(contents) ? contents.map(file.resolve) : [];
  const [content] = streams;
  if (streams.length !== 1 || !(content instanceof PdfStream)) throw new Error('not one content stream');
  return latin1Text(decodeStream(content, file.resolve, file.budget) ?? new Uint8Array());
}
