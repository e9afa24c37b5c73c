import { createHash } from 'node:crypto';
import { MAX_CMS_BYTES, tokenReserve, sign } from './cms.ts';
import { prepareSeal } from './prepare-seal.ts';
import type { PreparedSeal, SealOptions, Unsealed } from './prepare-seal.ts';
import type { Sealer } from './sealer.ts';

export type ToSeal = SealOptions &
  Unsealed & {
    readonly key: Sealer;
    /** Maximum size in bytes of the timestamp token that will be added to the CMS; none by default. */
    readonly tokenBytes?: number;
    /** The timestamp authority. Without one, only the server's clock proves the time of the seal. */
    readonly timestamps?: Timestamps;
  };

export type Timestamps = {
  /** Maximum known size of its tokens in bytes. */
  readonly tokenBytes: number;
  /** Returns a verified token over these bytes, or undefined if no authority responds in time. */
  stamp(bytes: Uint8Array): Promise<Uint8Array | undefined>;
};

/**
 * Seals a PDF with one certifying PAdES signature, at level B-T with a timestamp and B-B without (ETSI EN 319
 * 142-1; L-22, P-07). Appends one revision with an invisible signature field, DocMDP P=1 (no changes allowed),
 * and a CMS over the whole file in exactly reserved space (see `MAX_CMS_BYTES`). The input must have the form
 * that `openPdf` reads, without a field or signature. The file is copied once and hashed once, whatever its
 * size.
 *
 * With an RSA key or our own P-256 key (RFC 6979), sealing the same input again gives the same bytes. Other
 * ECDSA signatures differ each time.
 */
export async function sealPdf(input: ToSeal): Promise<Uint8Array> {
  const { timestamps, tokenBytes = 0, key } = input;
  const stamped = timestamps && (await sealWithTime(input, timestamps));
  if (stamped) return stamped;
  const prepared = prepareSeal(input, input, MAX_CMS_BYTES(key) + tokenReserve(tokenBytes));
  fillRoom(prepared, (await sign(digestOf(prepared), key)).cms());
  return prepared.bytes;
}

/**
 * Returns undefined if there is no timestamp. A token that is longer than any before requires a second one, with
 * more reserved space.
 */
async function sealWithTime(
  input: ToSeal,
  { tokenBytes, stamp }: Timestamps,
): Promise<Uint8Array | undefined> {
  let room = MAX_CMS_BYTES(input.key) + tokenReserve(tokenBytes);
  for (let tries = 2; tries > 0; tries -= 1) {
    const prepared = prepareSeal(input, input, room);
    const { signature, cms } = await sign(digestOf(prepared), input.key);
    const token = await stamp(signature);
    if (token === undefined) return undefined;
    const whole = cms(token);
    if (whole.length <= room) {
      fillRoom(prepared, whole);
      return prepared.bytes;
    }
    room = MAX_CMS_BYTES(input.key) + tokenReserve(token.length + 256);
  }
  return undefined;
}

/** Returns the SHA-256 of everything except the space for the signature. */
function digestOf({ bytes, gap }: PreparedSeal): Uint8Array {
  const hash = createHash('sha256').update(bytes.subarray(0, gap.start)).update(bytes.subarray(gap.end));
  return hash.digest();
}

/** Writes the CMS (DER) into its reserved space. The rest of the space remains zero. */
function fillRoom({ bytes, gap }: PreparedSeal, cms: Uint8Array): void {
  const room = gap.end - gap.start - 2;
  const hex = Buffer.from(cms).toString('hex').toUpperCase();
  if (hex.length > room) throw new Error(`a CMS of ${cms.length} bytes needs more than ${room / 2} reserved`);
  bytes.set(Buffer.from(hex, 'latin1'), gap.start + 1);
}
