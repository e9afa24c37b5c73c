import { createHash } from 'node:crypto';
import { longestCms, roomForToken, signDigest } from './cms.ts';
import { prepareSeal } from './prepare-seal.ts';
import type { PreparedSeal, SealOptions, Unsealed } from './prepare-seal.ts';
import type { Sealer } from './sealer.ts';

export type ToSeal = SealOptions &
  Unsealed & {
    readonly key: Sealer;
    /** Bytes of the longest timestamp token that is to be put into the CMS before the file leaves; none by default. */
    readonly tokenBytes?: number;
  };

/**
 * Seals a PDF with one certifying PAdES signature, level B-B (ETSI EN 319 142-1; L-22, P-07): one appended
 * revision with an invisible signature field, DocMDP P=1 (no change allowed) and a CMS over the whole file, in a room
 * of its own length (see `longestCms`). The input must be of the form that `openPdf` reads and must not hold a field
 * or signature yet. However long it is, it is copied once and hashed once.
 *
 * Sealing the same input again with an RSA key gives the same bytes; ECDSA signatures differ each time.
 */
export async function sealPdf(input: ToSeal): Promise<Uint8Array> {
  const room = longestCms(input.key) + roomForToken(input.tokenBytes ?? 0);
  const prepared = prepareSeal(input, input, room);
  fillRoom(prepared, await signDigest(digestOf(prepared), input.key));
  return prepared.bytes;
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
