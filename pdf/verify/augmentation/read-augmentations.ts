import { readByteRange, readContents } from '../locate-seal.ts';
import { dictOf, itemsOf, readObjects, type SealedObjects } from '../read-objects.ts';
import { MalformedPdf } from '../read-value.ts';
import type { PdfValue } from '../read-value.ts';
import { sameBytes } from '../bytes.ts';
import { writeAugmentation } from './write-augmentation.ts';

/** A revision after a sealed file in exactly the form that adds long-term validation data. */
export type Augmentation = {
  /** Size of the file in bytes before the revision; `ends` is the size after it. */
  readonly begins: number;
  readonly ends: number;
  /** The token (DER) and its position in the file. It covers everything else up to `ends`. */
  readonly token: Uint8Array;
  readonly gap: { readonly start: number; readonly end: number };
  readonly certificates: readonly Uint8Array[];
  readonly crls: readonly Uint8Array[];
};

export type AugmentedFile = {
  /** Size in bytes of the file as originally sealed. */
  readonly sealedLength: number;
  readonly augmentations: readonly Augmentation[];
};

/** Maximum number of revisions examined, enough for one per year for a century. */
const most = 100;

/**
 * Returns the revisions with long-term validation data after a sealed file. Nothing else may follow the sealed
 * file, and building each revision again from its parts must give the same bytes. Returns undefined for every
 * other file, including one that is only sealed. The tokens are not verified here.
 */
export async function readAugmentations(bytes: Uint8Array): Promise<AugmentedFile | undefined> {
  try {
    const ranges = rangesOf(readObjects(bytes));
    const [seal, ...later] = ranges;
    if (seal === undefined || later.length === 0 || later.length > most) return undefined;
    if (later.at(-1)!.ends !== bytes.length) return undefined;
    const augmentations: Augmentation[] = [];
    let begins = seal.ends;
    for (const { ends, gap } of later) {
      if (ends <= begins) return undefined;
      const read = await readOne(bytes.subarray(0, ends), begins, gap);
      if (read === undefined) return undefined;
      augmentations.push(read);
      begins = ends;
    }
    return { sealedLength: seal.ends, augmentations };
  } catch (error) {
    if (error instanceof MalformedPdf) return undefined;
    throw error;
  }
}

type Range = { readonly ends: number; readonly gap: { readonly start: number; readonly end: number } };

/** Returns, in order, the byte ranges that the signature fields cover. All form fields are signatures here. */
function rangesOf(objects: SealedObjects): Range[] {
  const form = dictOf(objects.resolve(objects.catalog.get('AcroForm')));
  return itemsOf(objects.resolve(form.get('Fields'))).map((field) => {
    const signature = dictOf(objects.resolve(dictOf(objects.resolve(field)).get('V')));
    const range = readByteRange(signature.get('ByteRange'));
    const contents = signature.get('Contents');
    if (range === undefined || contents?.kind !== 'string')
      throw new MalformedPdf('a signature covers nothing');
    const [, , behind, after] = range;
    return { ends: behind + after, gap: { start: contents.start, end: contents.end } };
  });
}

async function readOne(
  whole: Uint8Array,
  begins: number,
  gap: Range['gap'],
): Promise<Augmentation | undefined> {
  const before = whole.subarray(0, begins);
  const token = readContents(whole, gap.start, gap.end);
  if (token === undefined || gap.start < begins || gap.end > whole.length) return undefined;
  const added = await readAdded(readObjects(whole), readObjects(before));
  const laid = await writeAugmentation(before, { ...added, room: (gap.end - gap.start - 2) / 2 });
  const own = whole.subarray(begins);
  const [start, end] = [gap.start - begins, gap.end - begins];
  const isSame =
    laid.gap.start === start &&
    laid.gap.end === end &&
    sameBytes(own.subarray(0, start), laid.revision.subarray(0, start)) &&
    sameBytes(own.subarray(end), laid.revision.subarray(end));
  return isSame ? { begins, ends: whole.length, token, gap, ...added } : undefined;
}

/** Returns the streams that are listed in its /DSS but not in the previous one. */
async function readAdded(
  objects: SealedObjects,
  before: SealedObjects,
): Promise<{ certificates: Uint8Array[]; crls: Uint8Array[] }> {
  const dss = objects.resolve(objects.catalog.get('DSS'));
  const size = before.trailer.get('Size');
  const isNew = (value: PdfValue): boolean =>
    value.kind === 'ref' && size?.kind === 'number' && value.num >= size.value;
  const streams = (name: string) =>
    Promise.all(
      (dss === undefined ? [] : itemsOf(dictOf(dss).get(name)))
        .filter(isNew)
        .map((item) => objects.stream(item)),
    );
  return { certificates: await streams('Certs'), crls: await streams('CRLs') };
}
