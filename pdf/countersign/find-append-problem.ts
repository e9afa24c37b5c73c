import type { CroppedPage } from '../normalise/source/page-geometry.ts';
import { createTemporaryKey } from '../sign/dry-run-seal.ts';
import type { Composition } from '../stamp/composition.ts';
import { verifyPdf } from '../verify/verify-pdf.ts';
import { appendMark } from './append-mark.ts';
import { countersignPdf } from './countersign-pdf.ts';
import { inspectCountersigned } from './inspect-countersigned.ts';
import { NotAppendable } from './open-signed.ts';

/**
 * Countersigns a file with a temporary key and discards the result. Returns why it could not be done,
 * verified or shown; undefined if it can. `at` is ms UTC.
 */
export async function findAppendProblem(
  uploaded: Uint8Array,
  composition: Composition,
  pages: readonly CroppedPage[],
  at: number,
): Promise<string | undefined> {
  try {
    const key = await createTemporaryKey(at);
    const pdf = await countersignPdf(
      {
        ...{ uploaded, stamps: composition.stamps, record: new Uint8Array(1), at, key },
        ...{ name: 'Trial', reason: 'A trial before sending' },
      },
      (request) => Promise.resolve(appendMark(request.pdf, request.mark, request.room)),
    );
    const { verdict, problems } = await verifyPdf(pdf, { roots: key.chain.slice(-1) });
    if (verdict !== 'sealed-unchanged') return `${verdict}: ${problems.join(', ')}`;
    return (await inspectCountersigned({ pdf, composition, pages }))?.sentence;
  } catch (error) {
    if (error instanceof NotAppendable) return error.message;
    throw error;
  }
}
