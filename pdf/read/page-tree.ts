import { PdfDict, PdfRef } from '../objects/objects.ts';
import type { PdfObject } from '../objects/objects.ts';

type Resolve = (value: PdfObject | undefined) => PdfObject;

/** Maximum depth of page trees; also ends cycles. */
const MAX_LEVELS = 64;

/**
 * Returns the page at `index` (from 0) below a page tree node, using the /Count of the nodes on the path (ISO
 * 32000-2, 7.7.3.2). If a node's /Count equals its number of kids, the kids are not read individually.
 */
export function findPage(top: PdfObject | undefined, index: number, resolve: Resolve): PdfRef | undefined {
  let node = resolve(top);
  let left = index;
  for (let level = 0; level < MAX_LEVELS && node instanceof PdfDict && left >= 0; level++) {
    const kids = kidsOf(node, resolve);
    const flat = resolve(node.get('Count')) === kids.length;
    const skipped = flat ? { at: left, pages: left } : skipKids(kids, left, resolve);
    const kid = kids[skipped.at];
    const value = resolve(kid);
    if (!(kid instanceof PdfRef) || !(value instanceof PdfDict)) return undefined;
    left -= skipped.pages;
    if (!value.has('Kids')) return left === 0 ? kid : undefined;
    node = value;
  }
  return undefined;
}

/** Returns all pages below a node, in order. */
export function listPages(top: PdfObject | undefined, resolve: Resolve, level = 0): PdfRef[] {
  const node = resolve(top);
  if (!(node instanceof PdfDict) || level > MAX_LEVELS) return [];
  return kidsOf(node, resolve).flatMap((kid) => {
    if (!(kid instanceof PdfRef)) return [];
    const value = resolve(kid);
    if (value instanceof PdfDict && value.has('Kids')) return listPages(kid, resolve, level + 1);
    return value instanceof PdfDict ? [kid] : [];
  });
}

function kidsOf(node: PdfDict, resolve: Resolve): PdfObject[] {
  const kids = resolve(node.get('Kids'));
  return Array.isArray(kids) ? kids : [];
}

/** Returns the kid that contains page `index`, and the number of pages before that kid. */
function skipKids(kids: PdfObject[], index: number, resolve: Resolve): { at: number; pages: number } {
  let pages = 0;
  for (const [at, kid] of kids.entries()) {
    const value = resolve(kid);
    const count = value instanceof PdfDict && value.has('Kids') ? resolve(value.get('Count')) : 1;
    const pagesInside = typeof count === 'number' ? count : 0;
    if (index < pages + pagesInside) return { at, pages };
    pages += pagesInside;
  }
  return { at: kids.length, pages };
}
