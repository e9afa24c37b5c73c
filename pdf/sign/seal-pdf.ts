import { createHash } from 'node:crypto';
import { signDigest } from './cms.ts';
import { prepareSeal } from './prepare-seal.ts';
import type { PreparedSeal, SealOptions } from './prepare-seal.ts';
import type { Sealer } from './sealer.ts';

/** A prepared file with the SHA-256 of everything but the room for the signature. */
export type DigestedSeal = { readonly prepared: PreparedSeal; readonly digest: Uint8Array };

/**
 * Seals a PDF with one certifying PAdES signature, level B-B (ETSI EN 319 142-1; L-22, P-07): one appended
 * revision with an invisible signature field, DocMDP P=1 (no change allowed) and a CMS over the whole file.
 * The input must be of the form that `openPdf` reads and must not hold a field or signature yet.
 *
 * Sealing the same input again with an RSA key gives the same bytes; ECDSA signatures differ each time.
 */
export async function sealPdf(input: SealOptions & { pdf: Uint8Array; key: Sealer }): Promise<Uint8Array> {
  const digested = digestSeal(prepareSeal(input.pdf, input));
  return embedSeal(digested, await signDigest(digested.digest, input.key));
}

function digestSeal(prepared: PreparedSeal): DigestedSeal {
  const { bytes, gap } = prepared;
  const hash = createHash('sha256').update(bytes.subarray(0, gap.start)).update(bytes.subarray(gap.end));
  return { prepared, digest: hash.digest() };
}

/** Puts the CMS (DER) into its room; the rest of the room stays zero. */
function embedSeal({ prepared }: DigestedSeal, cms: Uint8Array): Uint8Array {
  const { bytes, gap } = prepared;
  const room = gap.end - gap.start - 2;
  const hex = Buffer.from(cms).toString('hex').toUpperCase();
  if (hex.length > room) throw new Error(`a CMS of ${cms.length} bytes needs more than ${room / 2} reserved`);
  const sealed = Uint8Array.from(bytes);
  sealed.set(Buffer.from(hex, 'latin1'), gap.start + 1);
  return sealed;
}
