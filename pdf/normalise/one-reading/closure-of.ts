import { isArray, PdfDict, PdfRef, PdfStream, ref, type PdfObject } from '../../objects/objects.ts';

/** Object number of the first object in the separate file. */
const FIRST = 10;
/** Maximum number of objects of a color space. Further objects are omitted. */
const MOST = 500;

/** Returns a value and all objects it refers to, renumbered for a separate file. */
export function closureOf(
  find: (reference: PdfRef) => PdfObject,
  value: PdfObject,
): { space: PdfObject; objects: ReadonlyMap<number, PdfObject> } {
  const objects = new Map<number, PdfObject>();
  const numbers = new Map<number, number>();
  const copy = (object: PdfObject): PdfObject => {
    if (object instanceof PdfRef) return copyReference(object);
    if (isArray(object)) return object.map(copy);
    if (object instanceof PdfStream) return new PdfStream(copyEntries(object.dict), object.bytes);
    return object instanceof PdfDict ? copyEntries(object) : object;
  };
  const copyEntries = (entries: PdfDict): PdfDict =>
    new PdfDict(Array.from(entries, ([key, item]) => [key, copy(item)]));
  const copyReference = (reference: PdfRef): PdfObject => {
    const { num } = reference;
    const known = numbers.get(num);
    if (known !== undefined) return ref(known);
    if (numbers.size >= MOST) return null;
    const assigned = FIRST + numbers.size;
    numbers.set(num, assigned);
    objects.set(assigned, copy(find(reference)));
    return ref(assigned);
  };
  return { space: copy(value), objects };
}
