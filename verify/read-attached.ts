import { dictOf, itemsOf, type SealedObjects } from '#pdf/verify/read-objects.ts';
import type { PdfValue } from '#pdf/verify/read-value.ts';

/** Returns the `evidence.json` of a sealed file, or undefined unless there is exactly one. */
export async function readAttachedEvidence(objects: SealedObjects): Promise<Uint8Array | undefined> {
  const files = await readAttached(objects, 'evidence.json');
  return files.length > 1 ? undefined : files[0];
}

/** Returns all attached files with this name. */
export async function readAttached(objects: SealedObjects, wanted: string): Promise<Uint8Array[]> {
  const named = itemsOf(objects.resolve(objects.catalog.get('AF')))
    .map((item) => dictOf(objects.resolve(item)))
    .filter((file) => textOf(objects, file.get('F')) === wanted);
  return Promise.all(named.map((one) => objects.stream(dictOf(objects.resolve(one.get('EF'))).get('F'))));
}

/**
 * Returns true if every program extracts the same attachments. The files associated with the document (/AF) must
 * be the listed ones (/Names), each with one name and one content, and no other object after the base file may
 * contain a file (ISO 32000-2, 7.11.4). Otherwise someone with the seal key could show different evidence to
 * different programs.
 */
export function areAttachedOnce(objects: SealedObjects, baseBytes: number): boolean {
  const related = itemsOf(objects.resolve(objects.catalog.get('AF')));
  const names = dictOf(objects.resolve(objects.catalog.get('Names')));
  const listed = itemsOf(objects.resolve(dictOf(objects.resolve(names.get('EmbeddedFiles'))).get('Names')));
  const numbers = related.map(numberOf);
  const isListed = listed.length === related.length * 2 && new Set(numbers).size === related.length;
  return (
    isListed &&
    related.every((one) => isOneFile(objects, one)) &&
    listed.every((value, at) =>
      at % 2 === 1
        ? numbers.includes(numberOf(value)) && textOf(objects, listed[at - 1]) === nameOf(objects, value)
        : true,
    ) &&
    holders(objects, baseBytes).every((num) => numbers.includes(num))
  );
}

/** Requires a single name and content, whichever entry a program uses. */
function isOneFile(objects: SealedObjects, value: PdfValue): boolean {
  const file = dictOf(objects.resolve(value));
  const content = dictOf(objects.resolve(file.get('EF')));
  const others = [...content].filter(([, one]) => numberOf(one) !== numberOf(content.get('F')));
  return textOf(objects, file.get('UF')) === textOf(objects, file.get('F')) && others.length === 0;
}

/** Returns the numbers of objects after the base file that contain a file. */
function holders({ places, resolve }: SealedObjects, baseBytes: number): number[] {
  return [...places].flatMap(([num, offset]) => {
    const value = offset < baseBytes ? undefined : resolve({ kind: 'ref', num, gen: 0 });
    return value?.kind === 'dict' && value.entries.has('EF') ? [num] : [];
  });
}

const numberOf = (value: PdfValue | undefined): number => (value?.kind === 'ref' ? value.num : -1);

const nameOf = (objects: SealedObjects, value: PdfValue): string | undefined =>
  textOf(objects, dictOf(objects.resolve(value)).get('F'));

function textOf({ resolve }: SealedObjects, value: PdfValue | undefined): string | undefined {
  const text = resolve(value);
  return text?.kind === 'string' ? new TextDecoder('latin1').decode(text.bytes) : undefined;
}
