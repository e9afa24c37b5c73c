import { isArray, isName, PdfDict, PdfName, PdfRef, PdfStream } from '../objects/objects.ts';
import type { PdfObject } from '../objects/objects.ts';
import type { SourceFile } from '../normalise/source/source-file.ts';

/** Kind of active content in a signed file. Each is a key of `signedAndOpen`. */
export type ActiveContent =
  | 'javascript-removed'
  | 'actions-removed'
  | 'attachments-removed'
  | 'versions-removed'
  | 'print-area-removed';

/**
 * Finds current objects of a file that run, open or load something, or that replace content elsewhere, such as
 * in print. Base files are built without such content (P-01, P-02). A file that is only appended to keeps it,
 * even if no page refers to it.
 */
export function findActive(file: SourceFile): ActiveContent | undefined {
  const seen = new Set<number>();
  const open: PdfObject[] = [file.trailer.get('Root') ?? null];
  while (open.length > 0) {
    let value = open.pop() ?? null;
    if (value instanceof PdfRef) {
      if (seen.has(value.num)) continue;
      seen.add(value.num);
      value = file.get(value);
    }
    if (isArray(value)) open.push(...value);
    if (value instanceof PdfRef) open.push(value);
    const entries = value instanceof PdfStream ? value.dict : value instanceof PdfDict ? value : undefined;
    if (entries === undefined) continue;
    const active = activeIn(file, entries, value instanceof PdfStream);
    if (active) return active;
    open.push(...entries.values());
  }
  return undefined;
}

/** Keys of entries that contain an action or a list of actions. */
const actionKeys = ['A', 'OpenAction', 'Next', 'PA'];

/** Trigger events of additional actions (ISO 32000-2, 12.6.3). */
const events: ReadonlySet<string> = new Set([
  ...['E', 'X', 'D', 'U', 'Fo', 'Bl', 'PO', 'PC', 'PV', 'PI', 'O', 'C', 'K', 'F', 'V'],
  ...['WC', 'WS', 'DS', 'WP', 'DP'],
]);

/**
 * Keys of stream entries that replace the content: external data, and alternatives for print or from elsewhere.
 */
const replacing = ['F', 'Alternates', 'OPI', 'Ref'];

/** Keys for areas that programs show or print instead of the visible part of a page (12.2). */
const areas = ['ViewArea', 'ViewClip', 'PrintArea', 'PrintClip'];

function activeIn(file: SourceFile, entries: PdfDict, isStream: boolean): ActiveContent | undefined {
  if (isStream) {
    if (replacing.some((key) => file.resolve(entries.get(key)) !== null)) return 'versions-removed';
    if (isName(file.resolve(entries.get('Subtype')), 'PS')) return 'versions-removed';
  }
  if (areas.some((key) => entries.has(key) && !isName(file.resolve(entries.get(key)), 'CropBox')))
    return 'print-area-removed';
  // A file that is attached to a page or a picture.
  if (file.dictAt(entries, 'EF')) return 'attachments-removed';
  const additional = file.dictAt(entries, 'AA');
  if (additional && additional.size > 0 && [...additional.keys()].every((key) => events.has(key)))
    return 'javascript-removed';
  for (const key of actionKeys) {
    const resolved = file.resolve(entries.get(key));
    for (const item of isArray(resolved) ? resolved : [resolved]) {
      const action = file.resolve(item);
      const kind = action instanceof PdfDict ? file.resolve(action.get('S')) : null;
      if (!(kind instanceof PdfName) || !actionTypes.has(kind.value)) continue;
      return kind.value === 'JavaScript' ? 'javascript-removed' : 'actions-removed';
    }
  }
  return undefined;
}

/**
 * All action types (12.6.4.1) except links to a destination in the file or to an address that the reader sees.
 * Other dictionaries with /A are ignored, because structure elements use that key for attributes.
 */
const actionTypes: ReadonlySet<string> = new Set([
  ...['GoToR', 'GoToE', 'GoToDp', 'Launch', 'Thread', 'Sound', 'Movie', 'Hide', 'Named', 'SubmitForm'],
  ...['ResetForm', 'ImportData', 'JavaScript', 'SetOCGState', 'Rendition', 'Trans', 'GoTo3DView'],
  ...['RichMediaExecute'],
]);
