import { createHash } from 'node:crypto';
import { longestCms, roomForToken, sign } from './cms.ts';
import { prepareSeal } from './prepare-seal.ts';
import type { PreparedSeal, SealOptions, Unsealed } from './prepare-seal.ts';
import type { Sealer } from './sealer.ts';

export type ToSeal = SealOptions &
  Unsealed & {
    readonly key: Sealer;
    /** Bytes of the longest timestamp token that is to be put into the CMS before the file leaves; none by default. */
    readonly tokenBytes?: number;
    /** Who says at what time the seal was there; without, it is our own clock alone that does. */
    readonly timestamps?: Timestamps;
  };

export type Timestamps = {
  /** Bytes that its longest token may have, as far as is known. */
  readonly tokenBytes: number;
  /** A checked token over these bytes; undefined when nobody gives one in time. */
  stamp(bytes: Uint8Array): Promise<Uint8Array | undefined>;
};

/**
 * Seals a PDF with one certifying PAdES signature, level B-T with a timestamp and B-B without (ETSI EN 319 142-1; L-22, P-07): one appended
 * revision with an invisible signature field, DocMDP P=1 (no change allowed) and a CMS over the whole file, in a room
 * of its own length (see `longestCms`). The input must be of the form that `openPdf` reads and must not hold a field
 * or signature yet. However long it is, it is copied once and hashed once.
 *
 * Sealing the same input again with an RSA key, or with our own P-256 key (RFC 6979), gives the same bytes; other ECDSA
 * signatures differ each time.
 */
export async function sealPdf(input: ToSeal): Promise<Uint8Array> {
  const { timestamps, tokenBytes = 0, key } = input;
  const stamped = timestamps && (await sealWithTime(input, timestamps));
  if (stamped) return stamped;
  const prepared = prepareSeal(input, input, longestCms(key) + roomForToken(tokenBytes));
  fillRoom(prepared, (await sign(digestOf(prepared), key)).cms());
  return prepared.bytes;
}

/** Undefined when no timestamp comes. One that is longer than any before costs a second one, in a room that fits. */
async function sealWithTime(
  input: ToSeal,
  { tokenBytes, stamp }: Timestamps,
): Promise<Uint8Array | undefined> {
  let room = longestCms(input.key) + roomForToken(tokenBytes);
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
    room = longestCms(input.key) + roomForToken(token.length + 256);
  }
  return undefined;
}

/** SHA-256 of everything but the room for the signature. */
function digestOf({ bytes, gap }: PreparedSeal): Uint8Array {
  const hash = createHash('sha256').update(bytes.subarray(0, gap.start)).update(bytes.subarray(gap.end));
  return hash.digest();
}

/** Puts the CMS (DER) into its room; the rest of the room stays zero. */
function fillRoom({ bytes, gap }: PreparedSeal, cms: Uint8Array): void {
  const room = gap.end - gap.start - 2;
  const hex = Buffer.from(cms).toString('hex').toUpperCase();
  if (hex.length > room) throw new Error(`a CMS of ${cms.length} bytes needs more than ${room / 2} reserved`);
  bytes.set(Buffer.from(hex, 'latin1'), gap.start + 1);
}
