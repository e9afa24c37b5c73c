import { createHash, verify, X509Certificate } from 'node:crypto';

/**
 * A verifier of the seal that was written from docs/evidence.md ("Seal", rules 1 to 11) alone. It uses
 * nothing from the product, so it shows whether the text is complete. It checks rule 2 by the text of the
 * objects, and the parts of rule 11 that Node can check.
 */
export function brokenRule(file: Uint8Array, root: X509Certificate): number | 'unreadable' | undefined {
  try {
    judge(Buffer.from(file), root);
    return undefined;
  } catch (error) {
    return error instanceof BrokenRule ? error.rule : 'unreadable';
  }
}

class BrokenRule extends Error {
  readonly rule: number;
  constructor(rule: number) {
    super(`rule ${rule}`);
    this.rule = rule;
  }
}

function want(rule: number, holds: boolean): void {
  if (!holds) throw new BrokenRule(rule);
}

function judge(pdf: Buffer, root: X509Certificate): void {
  const { sealText, sealAt } = findSeal(pdf.toString('latin1'));
  const signed = coveredBytes(pdf, sealText, sealAt);
  const at = sealedAt(sealText);
  const cms = cmsIn(sealText);
  const { certificates } = readSignature(cms, createHash('sha256').update(signed).digest());
  checkChain(certificates, root, at);
}

/** Checks rules 1 and 2. */
function findSeal(text: string): { sealText: string; sealAt: number } {
  const places = new Map<number, number>();
  let next: number | undefined = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text.slice(-64))?.[1] ?? -1);
  let rootNumber: number | undefined;
  for (let sections = 0; next !== undefined; sections += 1) {
    want(1, sections < 99 && next > 0 && text.startsWith('xref\n', next));
    let at: number = next + 5;
    for (let head; (head = /^(\d+) (\d+)\n/.exec(text.slice(at, at + 30)));) {
      at += head[0].length;
      for (let entry = 0; entry < Number(head[2]); entry += 1, at += 20) {
        const [, offset, kind] =
          /^(\d{10}) \d{5} ([nf])(?: \n|\r\n| \r)$/.exec(text.slice(at, at + 20)) ?? [];
        want(1, offset !== undefined);
        const number = Number(head[1]) + entry;
        if (!places.has(number)) places.set(number, kind === 'n' ? Number(offset) : -1);
      }
    }
    want(1, text.startsWith('trailer', at));
    const trailer = text.slice(at, text.indexOf('startxref', at));
    rootNumber ??= Number(/\/Root (\d+) 0 R/.exec(trailer)?.[1]);
    const previous = /\/Prev (\d+)/.exec(trailer)?.[1];
    next = previous === undefined ? undefined : Number(previous);
  }
  const object = (number: number) => {
    const start = places.get(number) ?? -1;
    want(1, start > 0 && text.startsWith(`${number} 0 obj`, start));
    return { start, body: text.slice(start, text.indexOf('endobj', start)) };
  };
  const refIn = (body: string, pattern: RegExp): number => {
    const found = pattern.exec(body)?.[1];
    want(2, found !== undefined);
    return Number(found);
  };
  const catalog = object(rootNumber!).body;
  const seal = refIn(catalog, /\/Perms <<\s*\/DocMDP (\d+) 0 R\s*>>/);
  const field = object(refIn(catalog, /\/AcroForm <<[^>]*\/Fields \[\s*(\d+) 0 R\s*\]/)).body;
  want(2, /\/FT \/Sig\b/.test(field) && refIn(field, /\/V (\d+) 0 R/) === seal);
  want(2, text.split('/ByteRange').length === 2);
  const { start, body } = object(seal);
  return { sealText: body, sealAt: start };
}

/** Checks rules 3 to 5 and returns the signed bytes. */
function coveredBytes(pdf: Buffer, seal: string, sealAt: number): Buffer {
  for (const part of ['/Type /Sig/', '/Filter /Adobe.PPKLite', '/SubFilter /ETSI.CAdES.detached'])
    want(3, seal.includes(part));
  want(3, !seal.includes('/Cert'));
  want(
    3,
    /\/Reference \[<<[^[\]]*\/TransformMethod \/DocMDP\/TransformParams <<[^[\]]*\/P 1\b[^[\]]*\]/.test(seal),
  );
  const [, a, b, c] = (/\/ByteRange \[0 (\d+) (\d+) (\d+)\s*\]/.exec(seal) ?? []).map(Number);
  want(4, [a, b, c].every((one) => one !== undefined && one > 0) && b! > a!);
  const hole = sealAt + seal.indexOf('/Contents <') + '/Contents '.length;
  want(4, a === hole && pdf[a] === 0x3c && pdf[b! - 1] === 0x3e && b! + c! === pdf.length);
  want(5, /^(?:[0-9A-F]{2})+$/.test(pdf.subarray(a! + 1, b! - 1).toString('latin1')));
  return Buffer.concat([pdf.subarray(0, a), pdf.subarray(b)]);
}

function sealedAt(seal: string): number {
  const parts = /\/M \(D:(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z\)/.exec(seal)?.slice(1).map(Number);
  want(3, parts !== undefined);
  const [year, month, day, hour, minute, second] = parts!;
  return Date.UTC(year!, month! - 1, day, hour, minute, second);
}

type Der = { tag: number; content: Buffer; all: Buffer };

function readDer(bytes: Buffer, at = 0): Der {
  const first = bytes[at + 1]!;
  const count = first < 0x80 ? 0 : first & 0x7f;
  const length = count === 0 ? first : bytes.readUIntBE(at + 2, count);
  const content = bytes.subarray(at + 2 + count, at + 2 + count + length);
  want(6, content.length === length);
  return { tag: bytes[at]!, content, all: bytes.subarray(at, at + 2 + count + length) };
}

function partsOf({ content }: Der, howMany?: number): Der[] {
  const parts: Der[] = [];
  for (let at = 0; at < content.length; at += parts.at(-1)!.all.length) parts.push(readDer(content, at));
  want(6, howMany === undefined || parts.length === howMany);
  return parts;
}

function cmsIn(seal: string): Buffer {
  const hex = /\/Contents <([0-9A-F]*)>/.exec(seal)?.[1] ?? '';
  const bytes = Buffer.from(hex, 'hex');
  const { all } = readDer(bytes);
  want(
    5,
    bytes.subarray(all.length).every((byte) => byte === 0),
  );
  return all;
}

/** Encodes a DER value with the shortest possible length. */
function der(tag: number, ...content: Uint8Array[]): Buffer {
  const inside = Buffer.concat(content);
  const { length } = inside;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), inside]);
}

const oid = {
  signedData: '06092a864886f70d010702',
  data: '06092a864886f70d010701',
  contentType: '06092a864886f70d010903',
  messageDigest: '06092a864886f70d010904',
  signingCertificate: '060b2a864886f70d010910022f',
  ecdsa: '06082a8648ce3d040302',
  rsa: '06092a864886f70d010101',
} as const;
const hex = (text: string): Buffer => Buffer.from(text, 'hex');
const sha256Identifier = der(0x30, hex('0609608648016503040201'));
const one = hex('020101');

/** Checks rules 6 to 10. */
function readSignature(cms: Buffer, digest: Buffer): { certificates: X509Certificate[] } {
  const [, wrapped] = partsOf(readDer(cms), 2);
  const [signedData] = partsOf(wrapped!, 1);
  const [, , , held, signerInfos] = partsOf(signedData!, 5);
  const certificates = partsOf(held!).map(({ all }) => new X509Certificate(all));
  const [signer] = partsOf(signerInfos!, 1);
  const parts = partsOf(signer!);
  want(6, parts.length === 6);
  const signature = parts[5]!.content;
  const leaf = certificates[0]!;
  const type = leaf.publicKey.asymmetricKeyType;
  const attributes = [
    der(0x30, hex(oid.contentType), der(0x31, hex(oid.data))),
    der(0x30, hex(oid.messageDigest), der(0x31, der(0x04, digest))),
    der(
      0x30,
      hex(oid.signingCertificate),
      der(0x31, der(0x30, der(0x30, ...certificates.map(certificateId)))),
    ),
  ].toSorted((left, right) => Buffer.compare(left, right));
  const { issuer, serial } = identityOf(leaf);
  const info = der(
    0x30,
    ...[one, der(0x30, issuer, serial), sha256Identifier, der(0xa0, ...attributes)],
    type === 'ec' ? der(0x30, hex(oid.ecdsa)) : der(0x30, hex(oid.rsa), hex('0500')),
    der(0x04, signature),
  );
  const rewritten = der(
    0x30,
    hex(oid.signedData),
    der(
      0xa0,
      der(
        0x30,
        ...[one, der(0x31, sha256Identifier), der(0x30, hex(oid.data))],
        ...[der(0xa0, ...certificates.map(({ raw }) => raw)), der(0x31, info)],
      ),
    ),
  );
  want(10, rewritten.equals(cms));
  checkAlgorithm(leaf, signature);
  want(9, verify('sha256', der(0x31, ...attributes), leaf.publicKey, signature));
  return { certificates };
}

/** Returns the encoded issuer and serial number of a certificate. */
function identityOf({ raw }: X509Certificate): { issuer: Buffer; serial: Buffer } {
  const [body] = partsOf(readDer(Buffer.from(raw)), 3);
  const [, serial, , issuer] = partsOf(body!);
  return { issuer: issuer!.all, serial: serial!.all };
}

function certificateId(certificate: X509Certificate): Buffer {
  const { issuer, serial } = identityOf(certificate);
  const hash = createHash('sha256').update(certificate.raw).digest();
  return der(0x30, der(0x04, hash), der(0x30, der(0x30, der(0xa4, issuer)), serial));
}

const orders: Readonly<Record<string, bigint>> = {
  prime256v1: 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n,
  secp384r1: BigInt(`0x${'f'.repeat(48)}c7634d81f4372ddf581a0db248b0a77aecec196accc52973`),
};

function checkAlgorithm({ publicKey }: X509Certificate, signature: Buffer): void {
  const { namedCurve = '', modulusLength = 0 } = publicKey.asymmetricKeyDetails ?? {};
  if (publicKey.asymmetricKeyType === 'rsa') return want(9, modulusLength >= 2048);
  const order = orders[namedCurve];
  want(9, order !== undefined);
  const [r, s] = partsOf(readDer(signature), 2).map(({ content }) => BigInt(`0x${content.toString('hex')}`));
  want(9, r! > 0n && s! > 0n && s! <= order! / 2n);
  const integer = (value: bigint): Buffer => {
    const digits = value.toString(16);
    const bytes = hex(digits.padStart(digits.length + (digits.length % 2), '0'));
    return der(0x02, bytes[0]! & 0x80 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes);
  };
  want(10, der(0x30, integer(r!), integer(s!)).equals(signature));
}

/** Checks rules 8 and 11. */
function checkChain(certificates: readonly X509Certificate[], root: X509Certificate, at: number): void {
  want(8, new Set(certificates.map(({ fingerprint256 }) => fingerprint256)).size === certificates.length);
  for (const [place, certificate] of certificates.entries()) {
    const issuer = certificates[place + 1];
    want(8, issuer === undefined || (certificate.checkIssued(issuer) && issuer.ca));
    want(8, issuer === undefined || certificate.verify(issuer.publicKey));
    want(11, Date.parse(certificate.validFrom) <= at && at <= Date.parse(certificate.validTo));
  }
  const last = certificates.at(-1)!;
  want(8, last.checkIssued(last));
  want(11, last.raw.equals(root.raw));
}
