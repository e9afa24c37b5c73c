import { readAnyPdf } from '#pdf/verify/countersigned/read-any-pdf.ts';
import type { SealedObjects } from '#pdf/verify/read-objects.ts';
import { checkDrawn } from './check-file.ts';
import type { Evidence } from '../evidence.ts';
import { sha256 } from '../hash.ts';
import type { Finding } from '../report.ts';
import type { ReadEvent } from '../trail.ts';

/**
 * Checks that a countersigned file begins with the uploaded file, and that its marks draw only what the
 * recipients drew (docs/evidence.md, Countersigned files).
 */
export async function checkCountersigned(
  { bytes, uploadedBytes }: { readonly bytes: Uint8Array; readonly uploadedBytes: number },
  evidence: Evidence,
  events: readonly ReadEvent[],
): Promise<Finding[]> {
  const { document } = evidence;
  const isUploaded = (await sha256(bytes.subarray(0, uploadedBytes))) === document['originalSha256'];
  const drawn = await checkDrawn(
    await objectsOf(bytes),
    { ...evidence, document: { ...document, baseBytes: uploadedBytes } },
    events,
  );
  // A recorded drawing may be missing on the pages, because not every drawing has a field.
  const stray = drawn.filter(({ code }) => code !== 'drawing-missing');
  return [...(isUploaded ? [] : [{ code: 'base-differs' } as const]), ...stray];
}

async function objectsOf(bytes: Uint8Array): Promise<SealedObjects> {
  const file = await readAnyPdf(bytes);
  const places = [...file.places].flatMap(([num, place]) =>
    'offset' in place ? [[num, place.offset] as const] : [],
  );
  return {
    catalog: new Map(),
    trailer: file.trailer,
    places: new Map(places),
    resolve: file.resolve,
    stream: (value) => file.stream(value?.kind === 'ref' ? value.num : -1),
    storedStream: (value) => file.storedStream(value?.kind === 'ref' ? value.num : -1),
  };
}
