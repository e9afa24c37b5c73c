import { name, PdfDict, PdfRef, PdfStream, type PdfObject } from '../objects/objects.ts';
import { writePdfFile } from '../objects/write-file.ts';
import { ContentStreams } from '../normalise/content-streams.ts';
import { decodeStream } from '../normalise/source/decode-stream.ts';
import { InflateBudget } from '../normalise/source/inflate-budget.ts';
import { deflate } from '../normalise/source/output-file.ts';
import { collectPages } from '../normalise/source/page-tree.ts';
import { MAX_PAGES } from '../normalise/source/refusals.ts';
import { SourceFile } from '../normalise/source/source-file.ts';
import { GlyphEraser } from './erase-glyphs.ts';
import { findAnchorGlyphs, type AnchorPage, type DrawnLetter } from './find-anchor-glyphs.ts';
import { readCodesOf } from './font-widths.ts';

/** `pages` contains the letters of the original file, to be compared with those of the result. */
type Edited = { bytes: Uint8Array; pages: AnchorPage[] };

/**
 * Removes anchor texts such as {{signature:1}} from the content of a base file. The caller then has to normalize
 * the result and compare its letters (`compareLetters`). Returns undefined if no text could be removed. `words`
 * are the anchor words in lower case.
 */
export async function removeAnchors(
  bytes: Uint8Array,
  words: ReadonlySet<string>,
): Promise<Edited | undefined> {
  const pages = await findAnchorGlyphs(bytes, words);
  const file = SourceFile.openByXref(bytes, new InflateBudget());
  if (!pages || typeof file === 'string') return undefined;
  const objects = new Map<number, PdfObject>();
  for (const num of file.objectNumbers) objects.set(num, file.get(new PdfRef(num)));
  let last = Math.max(0, ...objects.keys());
  let erased = 0;
  for (const [index, { num, dict }] of collectPages(file, MAX_PAGES).entries()) {
    const origins = pages[index]?.erased ?? [];
    if (origins.length === 0 || num === undefined) continue;
    const edited = editPage(file, dict, origins);
    if (edited.erased === 0) continue;
    erased += edited.erased;
    last += 1;
    objects.set(last, flateStream(edited.content));
    objects.set(num, new PdfDict(dict).set('Contents', new PdfRef(last)));
  }
  if (erased === 0) return undefined;
  const trailer = new PdfDict([...file.trailer].filter(([key]) => key === 'Root' || key === 'Info'));
  return { bytes: writePdfFile(objects, trailer), pages };
}

function editPage(
  file: SourceFile,
  page: PdfDict,
  origins: readonly DrawnLetter[],
): { content: Uint8Array; erased: number } {
  const { resolve, budget } = file;
  const resources = file.dictAt(page, 'Resources') ?? new PdfDict();
  const fonts = file.dictAt(resources, 'Font');
  const eraser = new GlyphEraser(origins, (operand) => {
    const font = resolve(fonts?.get(nameOf(operand)));
    return font instanceof PdfDict ? readCodesOf(font, resolve) : undefined;
  });
  const contents = resolve(page.get('Contents'));
  const streams = (Array.isArray(contents) ? contents : [contents]).map((item) => resolve(item));
  const parts = streams.flatMap((stream) => {
    const decoded = stream instanceof PdfStream ? decodeStream(stream, resolve, budget) : undefined;
    return decoded === undefined ? [] : [decoded, Uint8Array.of(0x20)];
  });
  const edit = (operator: string, operands: string) => eraser.edit(operator, operands);
  const { bytes } = new ContentStreams(file, undefined).rewrite(
    Buffer.concat(parts),
    'page',
    resources,
    edit,
  );
  return { content: bytes, erased: eraser.erased };
}

/** Returns a name without the escapes of canonical content. */
function nameOf(operand: string): string {
  return operand
    .slice(1)
    .replace(/#([0-9A-F]{2})/g, (_, digits: string) => String.fromCharCode(parseInt(digits, 16)));
}

const flateStream = (content: Uint8Array): PdfStream =>
  new PdfStream(new PdfDict([['Filter', name('FlateDecode')]]), deflate(content));

/** Maximum difference in points between positions written with different precision. */
const same = 0.02;

/**
 * Compares the letters before and after. Returns how many texts were removed and how many remain, or undefined
 * if any other letter is missing, moved or new.
 */
export async function compareLetters(
  before: readonly AnchorPage[],
  after: Uint8Array,
  words: ReadonlySet<string>,
): Promise<{ removed: number; left: number } | undefined> {
  const pages = await findAnchorGlyphs(after, words);
  if (pages?.length !== before.length) return undefined;
  const sum = (list: readonly AnchorPage[]) => list.reduce((total, { anchors }) => total + anchors, 0);
  const isSame = before.every((page, index) => {
    const now = pages[index]!;
    // Texts that could not be removed still have their letters.
    return areSame([...page.others, ...now.erased], [...now.others, ...now.erased]);
  });
  return isSame ? { removed: sum(before) - sum(pages), left: sum(pages) } : undefined;
}

function areSame(one: readonly DrawnLetter[], other: readonly DrawnLetter[]): boolean {
  if (one.length !== other.length) return false;
  const unmatched = Map.groupBy(other, ({ sign }) => sign);
  return one.every(({ sign, x, y }) => {
    const candidates = unmatched.get(sign) ?? [];
    const at = candidates.findIndex((two) => Math.abs(two.x - x) < same && Math.abs(two.y - y) < same);
    if (at >= 0) candidates.splice(at, 1);
    return at >= 0;
  });
}
