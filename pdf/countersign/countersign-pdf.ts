import { createHash } from 'node:crypto';
import { MAX_CMS_BYTES, sign, tokenReserve } from '../sign/cms.ts';
import type { Timestamps } from '../sign/seal-pdf.ts';
import type { Sealer } from '../sign/sealer.ts';
import type { Stamp } from '../stamp/draw-stamp.ts';
import { joinFile } from '../stamp/append-revision.ts';
import type { Mark, MarkGap, MarkWithRoom, PreparedMarks } from './append-marks.ts';

export type Append = (request: { pdf: Uint8Array; marks: readonly MarkWithRoom[] }) => Promise<PreparedMarks>;

export type ToCountersign = {
  /** The uploaded file, which contains the earlier signatures. */
  readonly uploaded: Uint8Array;
  readonly stamps: readonly Stamp[];
  /** The sealed signing record to include in the result. */
  readonly record: Uint8Array;
  /** Signing time in ms UTC. */
  readonly at: number;
  readonly name: string;
  readonly reason: string;
  readonly key: Sealer;
  readonly timestamps?: Timestamps;
};

/**
 * Appends the stamps and a seal to a file that others have already signed, so that their signatures remain
 * valid. Each page with stamps gets a signature field with an appearance, signed with the seal's key, because a
 * signature field has only one widget (ISO 32000-2, 12.7.5.5). The last signature covers the whole file. The
 * result begins with the uploaded bytes.
 *
 * @param append `appendMarks`, in the process that reads untrusted files
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
  return signMarks(input, marks, append, input.timestamps?.tokenBytes ?? 0);
}

/**
 * Reserves `tokenBytes` for a timestamp of the last signature. The space remains empty if there is no timestamp.
 */
async function signMarks(
  input: ToCountersign,
  marks: readonly Mark[],
  append: Append,
  tokenBytes: number,
  tries = 2,
): Promise<Uint8Array> {
  const { uploaded, key, timestamps } = input;
  const room = (mark: Mark): number =>
    MAX_CMS_BYTES(key) + (mark === marks.at(-1) ? tokenReserve(tokenBytes) : 0);
  const withRoom = marks.map((mark) => ({ ...mark, room: room(mark) }));
  const { added, gaps } = await append({ pdf: uploaded, marks: withRoom });
  const bytes = joinFile([uploaded, added]);
  // Each signature covers all bytes before it, so one running hash is used for all of them.
  const before = createHash('sha256');
  let hashed = 0;
  for (const [at, gap] of gaps.entries()) {
    before.update(bytes.subarray(hashed, gap.start));
    const digest = before.copy().update(bytes.subarray(gap.end, gap.fileEnd)).digest();
    const { signature, cms } = await sign(digest, key);
    const token = at === gaps.length - 1 ? await timestamps?.stamp(signature) : undefined;
    const isTooLong = token !== undefined && token.length > tokenBytes;
    // A token that is longer than all earlier ones needs more space. The next one will be about as long.
    if (isTooLong && tries > 1)
      return signMarks(input, marks, append, token.length + spareTokenBytes, tries - 1);
    fill(bytes, gap, cms(isTooLong ? undefined : token));
    before.update(bytes.subarray(gap.start, gap.fileEnd));
    hashed = gap.fileEnd;
  }
  return bytes;
}

const spareTokenBytes = 256;

function fill(bytes: Uint8Array, { start, end }: MarkGap, cms: Uint8Array): void {
  const hex = Buffer.from(cms).toString('hex').toUpperCase();
  if (hex.length > end - start - 2) throw new Error(`a CMS of ${cms.length} bytes exceeds its space`);
  bytes.set(Buffer.from(hex, 'latin1'), start + 1);
}
