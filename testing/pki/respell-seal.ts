import { createHash } from 'node:crypto';
import {
  contextTag,
  integer,
  objectIdentifier,
  octetString,
  sequence,
  setOf,
} from '#pdf/verify/canonical-der/der.ts';
import type { Sealer } from '#pdf/sign/sealer.ts';
import { readCertificate } from '#pdf/verify/read-certificate.ts';
import { readChildren, readElement, readUnsigned } from '#pdf/verify/read-der.ts';
import type { DerElement } from '#pdf/verify/read-der.ts';

/** The parts of a seal's CMS that its signature does not cover. Each is a complete DER element. */
export type SealParts = {
  version: Uint8Array;
  digestAlgorithm: Uint8Array;
  certificates: Uint8Array[];
  identity: Uint8Array;
  signerDigestAlgorithm: Uint8Array;
  /** The signed attributes with tag [0]. Changing them breaks the signature. */
  attributes: Uint8Array;
  signatureAlgorithm: Uint8Array;
  signature: Uint8Array;
  unsigned: Uint8Array[];
};

/**
 * Returns the file with parts of its CMS changed by `change`, and its hexadecimal text written by `spell`.
 */
export function reencodeSeal(
  sealed: Uint8Array,
  change: (parts: SealParts) => Partial<SealParts>,
  spell = (hex: string): string => hex.toUpperCase(),
): Uint8Array {
  const { start, end } = gapOf(sealed);
  const hex = Buffer.from(sealed.subarray(start + 1, end - 1)).toString('latin1');
  const padded = Buffer.from(hex, 'hex');
  const length = padded.readUInt16BE(2) + 4;
  const parts = parseSeal(Uint8Array.from(padded.subarray(0, length)));
  const cms = Buffer.from(buildSeal({ ...parts, ...change(parts) }));
  const changed = Uint8Array.from(sealed);
  changed.set(Buffer.from(spell(cms.toString('hex')).padEnd(hex.length, '0'), 'latin1'), start + 1);
  return changed;
}

/** Returns the file as it was sealed before 2026-11-22, when the seal named only the first certificate. */
export async function reseal(sealed: Uint8Array, key: Sealer): Promise<Uint8Array> {
  const leaf = key.chain[0] ?? new Uint8Array();
  const { issuer, serial } = readCertificate(leaf);
  const hash = createHash('sha256').update(leaf).digest();
  const id = sequence(octetString(hash), sequence(sequence(contextTag(4, issuer)), integer(serial)));
  const named = sequence(objectIdentifier('1.2.840.113549.1.9.16.2.47'), setOf(sequence(sequence(id))));
  let attributes = new Uint8Array();
  reencodeSeal(sealed, (parts) => {
    const kept = readChildren(readElement(parts.attributes)).map(({ bytes }) => bytes);
    attributes = Uint8Array.from(setOf(...kept.slice(0, 2), named));
    return {};
  });
  const signature = await key.sign(attributes);
  return reencodeSeal(sealed, () => ({
    attributes: Uint8Array.of(0xa0, ...attributes.subarray(1)),
    signature,
  }));
}

/**
 * Returns the other valid signature of the same key over the same bytes: s becomes n − s, where n is `order`.
 */
export function flipSignature(signature: Uint8Array, order: bigint): Uint8Array {
  const [r, s] = readChildren(readElement(signature, 0x30), 2).map(readUnsigned);
  const flipped = order - BigInt(`0x${Buffer.from(s!).toString('hex')}`);
  const hex = flipped.toString(16);
  return sequence(
    integer(r!),
    integer(Uint8Array.from(Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex'))),
  );
}

/** Order n of the P-256 group (SEC 2, 2.4.2). */
export const p256Order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

export function isHighS(signature: Uint8Array, order: bigint): boolean {
  const s = readUnsigned(readChildren(readElement(signature, 0x30), 2)[1]);
  return BigInt(`0x${Buffer.from(s).toString('hex')}`) > order / 2n;
}

/** Returns the positions of the `<` of /Contents and of the byte after its `>`. */
function gapOf(bytes: Uint8Array): { start: number; end: number } {
  const range = /\/ByteRange \[0 (\d+) (\d+) /.exec(Buffer.from(bytes).toString('latin1'));
  return { start: Number(range?.[1]), end: Number(range?.[2]) };
}

function parseSeal(cms: Uint8Array): SealParts {
  const [, content] = readChildren(readElement(cms, 0x30), 2);
  const [version, digests, , certificates, signers] = readChildren(readElement(content!.content), 5);
  const [signer] = readChildren(signers!, 1);
  const [, identity, digest, attributes, algorithm, signature] = readChildren(signer!, 6);
  const whole = ({ bytes }: DerElement) => bytes;
  return {
    version: whole(version!),
    digestAlgorithm: digests!.content,
    certificates: readChildren(certificates!).map(whole),
    identity: whole(identity!),
    signerDigestAlgorithm: whole(digest!),
    attributes: whole(attributes!),
    signatureAlgorithm: whole(algorithm!),
    signature: signature!.content,
    unsigned: [],
  };
}

function buildSeal(parts: SealParts): Uint8Array {
  const signer = sequence(
    integer(1),
    parts.identity,
    parts.signerDigestAlgorithm,
    parts.attributes,
    parts.signatureAlgorithm,
    octetString(parts.signature),
    ...(parts.unsigned.length === 0 ? [] : [contextTag(1, ...parts.unsigned)]),
  );
  const signed = sequence(
    parts.version,
    setOf(parts.digestAlgorithm),
    sequence(objectIdentifier('1.2.840.113549.1.7.1')),
    contextTag(0, ...parts.certificates),
    setOf(signer),
  );
  return sequence(objectIdentifier('1.2.840.113549.1.7.2'), contextTag(0, signed));
}

/** Returns the file with this timestamp token (DER) added to the unsigned attributes. */
export function withToken(sealed: Uint8Array, ...tokens: Uint8Array[]): Uint8Array {
  return reencodeSeal(sealed, () => ({
    unsigned: tokens.map((token) => sequence(objectIdentifier('1.2.840.113549.1.9.16.2.14'), setOf(token))),
  }));
}
