import { InflateBudget } from '#pdf/normalise/source/inflate-budget.ts';
import { readBox, type Box } from '#pdf/normalise/source/page-geometry.ts';
import { collectPages } from '#pdf/normalise/source/page-tree.ts';
import { SourceFile } from '#pdf/normalise/source/source-file.ts';
import { isDict, PdfName, PdfString, type PdfDict, type PdfObject } from '#pdf/objects/objects.ts';
import { readTextString } from '#pdf/objects/read-text-string.ts';

/**
 * An annotation of an upload. `page` counts from 1, `box` is in user space, and `value` is that of a visible
 * text or choice field.
 */
export type UploadedAnnotation = { page: number; kind: string; box: Box; value: string };

/** Flags of annotations that are hidden or not shown on screen (§12.5.3). */
const unseen = (1 << 1) | (1 << 5);
/** Flag of a text field that masks its value (§12.7.4.3). */
const password = 1 << 13;

/**
 * Returns all annotations of a PDF that have a place on a page. Empty for a file with a damaged structure.
 */
export function readAnnotations(bytes: Uint8Array): UploadedAnnotation[] {
  const file = SourceFile.openByXref(bytes, new InflateBudget());
  if (typeof file === 'string') return [];
  return collectPages(file, bytes.length).flatMap(({ dict }, index) => {
    const items = file.resolve(dict.get('Annots'));
    return (Array.isArray(items) ? items : []).flatMap((item) => {
      const annotation = file.resolve(item);
      const box = isDict(annotation) ? readBox(annotation.get('Rect'), file.resolve) : undefined;
      if (!isDict(annotation) || !box) return [];
      const kind = nameOf(file.resolve(annotation.get('Subtype')));
      return [{ page: index + 1, kind, box, value: kind === 'Widget' ? shownValue(file, annotation) : '' }];
    });
  });
}

const nameOf = (object: PdfObject): string => (object instanceof PdfName ? object.value : '');

function shownValue(file: SourceFile, widget: PdfDict): string {
  const inherited = (key: string): PdfObject => {
    let holder: PdfDict | undefined = widget;
    for (let up = 0; holder !== undefined && up < 32; up += 1) {
      const found = file.resolve(holder.get(key));
      if (found !== null) return found;
      holder = file.dictAt(holder, 'Parent');
    }
    return null;
  };
  const flags = file.resolve(widget.get('F'));
  if (typeof flags === 'number' && (flags & unseen) !== 0) return '';
  const kind = nameOf(inherited('FT'));
  const options = inherited('Ff');
  if (kind === 'Tx' && typeof options === 'number' && (options & password) !== 0) return '';
  const value = inherited('V');
  return (kind === 'Tx' || kind === 'Ch') && value instanceof PdfString ? readTextString(value) : '';
}
