import { isArray, PdfDict, PdfName, PdfRef, PdfStream, PdfString } from '../../objects/objects.ts';
import type { PdfObject } from '../../objects/objects.ts';
import { InflateBudget } from '../source/inflate-budget.ts';
import { SourceFile } from '../source/source-file.ts';

/**
 * Catalog entries that programs change after a signature without changing the document: certificates and
 * revocation data (ETSI EN 319 142-1, 5.4), and metadata.
 */
const besides: ReadonlySet<string> = new Set(['DSS', 'Extensions', 'Metadata']);

/**
 * Returns true if the document is the same as in the first `end` bytes. Compares all objects reachable from the
 * catalog except validation data and metadata.
 */
export function isDocumentUnchanged(file: SourceFile, original: Uint8Array, end: number): boolean {
  const before = SourceFile.openByXref(original.subarray(0, end), new InflateBudget());
  const root = file.trailer.get('Root');
  if (typeof before === 'string' || !isSame(root, before.trailer.get('Root'))) return false;
  const [catalog, catalogBefore] = [documentPart(file, root), documentPart(before, root)];
  const open: [PdfObject, PdfObject][] = [[catalog, catalogBefore]];
  const seen = new Set<number>(root instanceof PdfRef ? [root.num] : []);
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    const [now, then] = pair;
    if (!isSame(now, then)) return false;
    for (const { num } of refsIn(now)) {
      if (seen.has(num)) continue;
      seen.add(num);
      open.push([file.get(new PdfRef(num)), before.get(new PdfRef(num))]);
    }
  }
  return true;
}

function documentPart(file: SourceFile, root: PdfObject | undefined): PdfObject {
  const catalog = file.resolve(root);
  if (!(catalog instanceof PdfDict)) return null;
  return new PdfDict([...catalog].filter(([key]) => !besides.has(key)));
}

function refsIn(value: PdfObject): PdfRef[] {
  if (value instanceof PdfRef) return [value];
  if (isArray(value)) return value.flatMap(refsIn);
  const entries = value instanceof PdfStream ? value.dict : value;
  return entries instanceof PdfDict ? [...entries.values()].flatMap(refsIn) : [];
}

function isSame(one: PdfObject | undefined, other: PdfObject | undefined): boolean {
  if (one instanceof PdfRef) return other instanceof PdfRef && one.num === other.num && one.gen === other.gen;
  if (one instanceof PdfName) return other instanceof PdfName && one.value === other.value;
  if (one instanceof PdfString) return other instanceof PdfString && isSameData(one.bytes, other.bytes);
  if (one instanceof PdfStream)
    return other instanceof PdfStream && isSame(one.dict, other.dict) && isSameData(one.bytes, other.bytes);
  if (one instanceof PdfDict)
    return (
      other instanceof PdfDict &&
      one.size === other.size &&
      [...one].every(([key, value]) => isSame(value, other.get(key)))
    );
  if (isArray(one))
    return isArray(other) && one.length === other.length && one.every((item, at) => isSame(item, other[at]));
  return one === other;
}

const isSameData = (one: Uint8Array, other: Uint8Array): boolean => Buffer.compare(one, other) === 0;
