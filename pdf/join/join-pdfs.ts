import { dict, isArray, isDict, name, PdfDict, PdfRef, PdfStream, textString } from '../objects/objects.ts';
import type { PdfArray, PdfObject } from '../objects/objects.ts';
import { OutputFile } from '../normalise/source/output-file.ts';
import { openPdf, type PdfFile } from '../read/open-pdf.ts';
import { StructureJoin } from './join-structures.ts';

/** A base file and its title in the bookmarks of the joined file. */
export type FileToJoin = { pdf: Uint8Array; title: string };

/**
 * Joins base files from `normalise/` into a new base file. The result has all pages in order, a bookmark for
 * each file with the file's own bookmarks below, and a structure tree with one part for each tagged file. Pages,
 * fonts and pictures are copied unchanged. Equal input gives equal bytes.
 */
export function joinPdfs(parts: readonly FileToJoin[]): Uint8Array {
  const output = new OutputFile();
  const catalog = output.reserve();
  const pages = output.reserve();
  const outlines = output.reserve();
  const structure = new StructureJoin(output);
  const kids: PdfRef[] = [];
  const bookmarks: { target: PdfRef; entries: PdfDict }[] = [];
  const catalogs: PdfDict[] = [];

  for (const { pdf, title } of parts) {
    const file = openPdf(pdf);
    const root = file.object(file.rootRef);
    if (!isDict(root)) continue;
    const bookmark = output.reserve();
    const part = structure.startPart(file, root, title);
    const copy = openCopier(file, output, (key, value) => part.movedKey(key, value));
    // References to these objects are replaced by references to their replacements.
    replace(root.get('Outlines'), bookmark, copy);
    replace(root.get('StructTreeRoot'), part.target, copy);
    replace(root.get('Pages'), pages, copy);
    const targets = file.pageRefs().map((page) => copy.value(page));
    for (const target of targets) if (target instanceof PdfRef) kids.push(target);
    const entries = dict({
      Title: textString(title),
      Parent: outlines,
      Dest: [targets[0] ?? null, name('Fit')],
    });
    const own = file.resolve(root.get('Outlines'));
    if (isDict(own) && own.has('First')) {
      for (const key of ['First', 'Last']) entries.set(key, copy.value(own.get(key) ?? null));
      const open = file.resolve(own.get('Count'));
      if (typeof open === 'number') entries.set('Count', -Math.abs(open));
    }
    bookmarks.push({ target: bookmark, entries });
    part.copyTree(copy.value);
    copy.finish();
    for (const target of targets) {
      const page = output.deref(target);
      if (isDict(page)) page.set('Parent', pages);
    }
    part.finish();
    catalogs.push(root);
  }

  output.set(pages, dict({ Type: name('Pages'), Kids: kids, Count: kids.length }));
  bookmarks.forEach(({ target, entries }, at) => {
    const [previous, next] = [bookmarks[at - 1]?.target, bookmarks[at + 1]?.target];
    if (previous !== undefined) entries.set('Prev', previous);
    if (next !== undefined) entries.set('Next', next);
    output.set(target, entries);
  });
  const [first, last] = [bookmarks[0]?.target, bookmarks.at(-1)?.target];
  output.set(outlines, dict({ Type: name('Outlines'), First: first, Last: last, Count: bookmarks.length }));
  const marked = catalogs.every((root) => root.has('MarkInfo'));
  output.set(
    catalog,
    dict({
      Type: name('Catalog'),
      Pages: pages,
      Outlines: outlines,
      Lang: structure.language,
      MarkInfo: marked ? dict({ Marked: true }) : undefined,
      StructTreeRoot: structure.finish(),
    }),
  );
  return output.write(dict({ Root: catalog }));
}

export type Copier = {
  value(source: PdfObject): PdfObject;
  map(source: PdfRef, target: PdfRef): void;
  /** Copies every referenced object. */
  finish(): void;
};

/** Copies objects with everything they refer to. `moved` returns the new value of a number in a dictionary. */
function openCopier(
  file: PdfFile,
  output: OutputFile,
  moved: (key: string, value: number) => number,
): Copier {
  const targets = new Map<number, PdfRef>();
  const waiting: number[] = [];
  const copyDict = (source: PdfDict): PdfDict =>
    new PdfDict(
      [...source].map(([key, value]) => [key, typeof value === 'number' ? moved(key, value) : copy(value)]),
    );
  const copy = (source: PdfObject): PdfObject => {
    if (source instanceof PdfRef) {
      const known = targets.get(source.num);
      if (known !== undefined) return known;
      const target = output.reserve();
      targets.set(source.num, target);
      waiting.push(source.num);
      return target;
    }
    if (isArray(source)) return source.map(copy) satisfies PdfArray;
    if (source instanceof PdfStream) return new PdfStream(copyDict(source.dict), source.bytes);
    return isDict(source) ? copyDict(source) : source;
  };
  return {
    value: copy,
    map: (source, target) => void targets.set(source.num, target),
    finish() {
      for (let num = waiting.pop(); num !== undefined; num = waiting.pop()) {
        const target = targets.get(num);
        if (target !== undefined) output.set(target, copy(file.object(num)));
      }
    },
  };
}

function replace(source: PdfObject | undefined, target: PdfRef, copy: Copier): void {
  if (source instanceof PdfRef) copy.map(source, target);
}
