import { isName, PdfDict, PdfName, PdfRef } from '../../objects/objects.ts';
import type { PdfObject } from '../../objects/objects.ts';
import type { SourceFile } from './source-file.ts';

/** Attributes that a page inherits from its ancestors (§7.7.3.4). */
const INHERITED = ['Resources', 'MediaBox', 'CropBox', 'Rotate'];

export type SourcePage = {
  /** Object number of the page; undefined for a page written directly into /Kids. */
  num: number | undefined;
  /** The page's dictionary including inherited attributes. */
  dict: PdfDict;
};

/**
 * Returns all pages in order. A page that is listed twice occurs twice, as in viewers. Tolerates missing nodes,
 * cycles, and a missing or wrong /Type. If the tree has no pages, uses all page objects in the file.
 */
export function collectPages(file: SourceFile, maxPages: number): SourcePage[] {
  const root = file.resolve(file.trailer.get('Root'));
  const pages: SourcePage[] = [];
  const branches = new Set<number>();

  const walk = (node: PdfObject | undefined, inherited: PdfDict, depth: number): void => {
    if (pages.length > maxPages || depth > 100) return;
    const num = node instanceof PdfRef ? node.num : undefined;
    const resolved = file.resolve(node);
    if (!(resolved instanceof PdfDict)) return;
    const passed = new PdfDict(inherited);
    for (const key of INHERITED) {
      const value = resolved.get(key);
      if (value !== undefined && file.resolve(value) !== null) passed.set(key, value);
    }
    const kids = file.resolve(resolved.get('Kids'));
    if (Array.isArray(kids) && !isName(file.resolve(resolved.get('Type')), 'Page')) {
      if (num !== undefined && branches.has(num)) return;
      if (num !== undefined) branches.add(num);
      for (const kid of kids) walk(kid, passed, depth + 1);
    } else if (isPage(file, resolved)) {
      const own = [...resolved].filter(([key]) => !INHERITED.includes(key));
      pages.push({ num, dict: new PdfDict([...own, ...passed]) });
    }
  };

  if (root instanceof PdfDict) walk(root.get('Pages'), new PdfDict(), 0);
  if (pages.length === 0) for (const page of strayPages(file)) walk(page, new PdfDict(), 0);
  return pages;
}

/** Returns true for a leaf, unless it has a different type. */
const isPage = (file: SourceFile, node: PdfDict): boolean => {
  const type = file.resolve(node.get('Type'));
  return !(type instanceof PdfName) || type.value === 'Page' || node.has('Contents') || node.has('MediaBox');
};

function strayPages(file: SourceFile): PdfRef[] {
  return [...file.objectNumbers]
    .sort((a, b) => a - b)
    .map((num) => new PdfRef(num))
    .filter((target) => {
      const object = file.get(target);
      return object instanceof PdfDict && isName(file.resolve(object.get('Type')), 'Page');
    });
}
