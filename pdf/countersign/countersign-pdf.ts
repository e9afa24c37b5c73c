import { createHash } from 'node:crypto';
import { MAX_CMS_BYTES, sign, tokenReserve } from '../sign/cms.ts';
import type { Timestamps } from '../sign/seal-pdf.ts';
import type { Sealer } from '../sign/sealer.ts';
import type { Stamp } from '../stamp/draw-stamp.ts';
import type { Mark, PreparedMark } from './append-mark.ts';

export type Append = (request: { pdf: Uint8Array; mark: Mark; room: number }) => Promise<PreparedMark>;

export type ToCountersign = {
  /** The uploaded file with its signatures. */
  readonly uploaded: Uint8Array;
  readonly stamps: readonly Stamp[];
  /** The sealed record of signing, which the result contains. */
  readonly record: Uint8Array;
  /** ms UTC. */
  readonly at: number;
  readonly name: string;
  readonly reason: string;
  readonly key: Sealer;
  readonly timestamps?: Timestamps;
};

/**
 * Appends the stamps and a seal to a file that others have signed, so that their signatures remain valid: a
 * signature field with an appearance for each page with stamps, each signed by the key of the seal, because
 * a signature field has one widget (ISO 32000-2, 12.7.5.5). The last one covers the whole file. The uploaded
 * bytes are an exact prefix of the result.
 *
 * @param append `appendMark`, in the process that reads untrusted files
 * @throws NotAppendable
 */
export async function countersignPdf(input: ToCountersign, append: Append): Promise<Uint8Array> {
  const { uploaded, stamps, record, at, name, reason } = input;
  const byPage = [...Map.groupBy(stamps, ({ page }) => page)].sort(([one], [other]) => one - other);
  const marks: Mark[] = (byPage.length > 0 ? byPage : [[0, [] as Stamp[]] as const]).map(([page, own]) => ({
    page,
    stamps: own.map(({ reference: _, ...stamp }) => stamp),
    at,
    name,
    reason,
  }));
  marks.at(-1)!.record = { bytes: record, uploadedBytes: uploaded.length };
  let bytes = uploaded;
  for (const mark of marks) bytes = await signMark(bytes, mark, input, append);
  return bytes;
}

async function signMark(
  pdf: Uint8Array,
  mark: Mark,
  { key, timestamps }: ToCountersign,
  append: Append,
): Promise<Uint8Array> {
  const room = MAX_CMS_BYTES(key) + (timestamps ? tokenReserve(timestamps.tokenBytes) : 0);
  if (mark.record && timestamps) {
    const prepared = await append({ pdf, mark, room });
    const { signature, cms } = await sign(digestOf(prepared), key);
    const token = await timestamps.stamp(signature);
    const whole = cms(token);
    // Without a timestamp, the room for it stays empty.
    if (whole.length <= room) return filled(prepared, whole);
  }
  const prepared = await append({ pdf, mark, room: MAX_CMS_BYTES(key) });
  return filled(prepared, (await sign(digestOf(prepared), key)).cms());
}

function digestOf({ bytes, gap }: PreparedMark): Uint8Array {
  return createHash('sha256').update(bytes.subarray(0, gap.start)).update(bytes.subarray(gap.end)).digest();
}

function filled({ bytes, gap }: PreparedMark, cms: Uint8Array): Uint8Array {
  const hex = Buffer.from(cms).toString('hex').toUpperCase();
  bytes.set(Buffer.from(hex, 'latin1'), gap.start + 1);
  return bytes;
}
