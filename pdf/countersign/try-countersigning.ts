import { createTemporaryKey } from '../sign/dry-run-seal.ts';
import type { Sealer } from '../sign/sealer.ts';
import type { Stamp } from '../stamp/draw-stamp.ts';
import { verifyPdf } from '../verify/verify-pdf.ts';
import { appendMarks } from './append-marks.ts';
import { countersignPdf } from './countersign-pdf.ts';
import { NotAppendable } from './open-signed.ts';

export type TrialMarks = {
  readonly uploaded: Uint8Array;
  readonly stamps: readonly Stamp[];
  /** A sealed record as large as the real one will be. */
  readonly record: Uint8Array;
  /** Temporary key that sealed the record. */
  readonly key: Sealer;
  /** Signing time in ms UTC. */
  readonly at: number;
};

/** Countersigns a file with a temporary key. Returns the result, or why it was impossible. */
export async function tryCountersigning({
  uploaded,
  stamps,
  record,
  key,
  at,
}: TrialMarks): Promise<{ pdf: Uint8Array } | { problem: string }> {
  try {
    const sealing = { name: 'Trial', reason: 'A trial before sending' };
    const pdf = await countersignPdf({ uploaded, stamps, record, at, key, ...sealing }, (request) =>
      Promise.resolve(appendMarks(request.pdf, request.marks)),
    );
    return { pdf };
  } catch (error) {
    if (error instanceof NotAppendable) return { problem: error.message };
    throw error;
  }
}

/** Returns true if a mark can be appended to the file and the result verifies. `at` is in ms UTC. */
export async function canBeAppended(uploaded: Uint8Array, at: number): Promise<boolean> {
  const key = await createTemporaryKey(at);
  const tried = await tryCountersigning({ uploaded, stamps: [], record: new Uint8Array(1), key, at });
  if ('problem' in tried) return false;
  return (await verifyPdf(tried.pdf, { roots: key.chain.slice(-1) })).verdict === 'sealed-unchanged';
}
