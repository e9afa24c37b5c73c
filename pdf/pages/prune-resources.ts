import { latin1Text, PdfDict, PdfStream } from '../objects/objects.ts';
import type { PdfObject } from '../objects/objects.ts';
import { decodeStream } from '../normalise/source/decode-stream.ts';
import type { SourceFile } from '../normalise/source/source-file.ts';

/** Categories of named resources that content can use (ISO 32000-2, table 34). */
const CATEGORIES = ['XObject', 'Pattern', 'Shading', 'Font', 'ColorSpace', 'ExtGState', 'Properties'];

/**
 * Removes resources that the content does not name. Pages often share one resource dictionary, and a picture of
 * a removed page must not remain in the file. Applies to pages, forms, patterns and glyphs.
 */
export function pruneResources(
  file: SourceFile,
  objects: Map<number, PdfObject>,
  pages: readonly { num: number; dict: PdfDict }[],
): void {
  // Content without resources uses those of its page.
  const inherited = new Set<string>();
  for (const object of objects.values())
    if (object instanceof PdfStream && isContent(object) && !object.dict.has('Resources'))
      for (const used of namesIn(file, [object])) inherited.add(used);
  for (const { num, dict } of pages) {
    const used = new Set([...inherited, ...namesIn(file, streamsOf(file, dict.get('Contents')))]);
    objects.set(num, pruned(file, dict, used));
  }
  const kept = new Set(pages.map(({ num }) => num));
  for (const [num, object] of objects) {
    if (kept.has(num)) continue;
    if (object instanceof PdfStream && isContent(object) && object.dict.has('Resources'))
      objects.set(num, new PdfStream(pruned(file, object.dict, namesIn(file, [object])), object.bytes));
    else if (object instanceof PdfDict && object.has('CharProcs') && object.has('Resources')) {
      const glyphs = file.dictAt(object, 'CharProcs') ?? new PdfDict();
      const content = [...glyphs.values()].flatMap((glyph) => streamsOf(file, glyph));
      objects.set(num, pruned(file, object, namesIn(file, content)));
    }
  }
}

/** Returns true for forms, patterns and glyphs. Pictures, fonts and profiles have other entries. */
function isContent({ dict }: PdfStream): boolean {
  return dict.has('BBox') || dict.has('PatternType') || dict.has('Resources');
}

function pruned(file: SourceFile, holder: PdfDict, used: ReadonlySet<string>): PdfDict {
  const resources = file.dictAt(holder, 'Resources');
  if (!resources) return holder;
  const left = new PdfDict(resources);
  for (const category of CATEGORIES) {
    const named = file.dictAt(resources, category);
    if (named) left.set(category, new PdfDict([...named].filter(([key]) => used.has(key))));
  }
  return new PdfDict(holder).set('Resources', left);
}

function streamsOf(file: SourceFile, item: PdfObject | undefined): PdfStream[] {
  const resolved = file.resolve(item);
  const all = Array.isArray(resolved) ? resolved.map(file.resolve) : [resolved];
  return all.filter((one) => one instanceof PdfStream);
}

/** Returns every name in the content, including text inside strings that looks like a name. */
function namesIn(file: SourceFile, streams: readonly PdfStream[]): Set<string> {
  const names = new Set<string>();
  for (const stream of streams) {
    const content = latin1Text(decodeStream(stream, file.resolve, file.budget) ?? new Uint8Array());
    for (const [, written = ''] of content.matchAll(/\/([^\0\t\n\f\r ()<>[\]{}/%]*)/g))
      names.add(
        written.replaceAll(/#([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
      );
  }
  return names;
}
