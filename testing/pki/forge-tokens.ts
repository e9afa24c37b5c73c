import { nullValue, sequence } from '#pdf/verify/canonical-der/der.ts';
import { writeTimestamp } from '#pdf/verify/timestamp/write-timestamp.ts';
import { readCertificate } from '#pdf/verify/read-certificate.ts';
import { readTimestamp, type Timestamp } from '#pdf/verify/timestamp/read-timestamp.ts';
import { flipSignature, p256Order } from './respell-seal.ts';
import { saveTimestampToken } from './keep-token.ts';
import { makeTimestampAuthority, type Lie, type TestAuthority } from './timestamp-authority.ts';

/** A token that must be rejected as a timestamp. `problem` is the expected error code. */
export type ForgedToken = { readonly name: string; readonly token: Uint8Array; readonly problem: string };

const lies: [Lie, string][] = [
  ['wrong-hash', 'timestamp-of-other'],
  ['sha1-imprint', 'timestamp-unreadable'],
  ['wrong-signature', 'timestamp-signature-wrong'],
  ['wrong-message-digest', 'timestamp-signature-wrong'],
  ['other-certificate-named', 'timestamp-certificate'],
  ['no-certificate-named', 'timestamp-unreadable'],
  ['long-ago', 'timestamp-order'],
  ['other-content', 'timestamp-unreadable'],
  ['two-signers', 'timestamp-unreadable'],
  ['critical-extension', 'timestamp-unreadable'],
];

/** Authorities whose certificate does not allow them to make a timestamp at this time. */
const impostors = (at: number) =>
  [
    ['signed after its certificate expired', { notAfter: at - 1000 }],
    ['signed before its certificate was valid', { notBefore: at + 3_600_000 }],
    ['signed with a certificate for documents', { uses: ['1.3.6.1.5.5.7.3.36'] }],
    ['signed with a certificate for any use', { uses: ['2.5.29.37.0'] }],
    [
      'signed with a certificate for timestamps and email',
      { uses: ['1.3.6.1.5.5.7.3.8', '1.3.6.1.5.5.7.3.4'] },
    ],
    ['signed with a certificate whose usage extension is not critical', { critical: false }],
  ] as const;

export async function makeForgedTokens(
  authority: TestAuthority,
  bytes: Uint8Array,
  at: number,
): Promise<ForgedToken[]> {
  const good = await saveTimestampToken(authority, bytes, at);
  const read = readTimestamp(good);
  const leaf = readCertificate(read.certificates[0]!);
  /** Uses the encoding in which tokens are stored, so that the token has only the intended fault. */
  const spelled = (change: Partial<Timestamp>, certificates = read.certificates) =>
    writeTimestamp({ ...read, ...change }, certificates, leaf.publicKey);
  const kept = (token: Uint8Array): Uint8Array => {
    const certificates = readTimestamp(token).certificates.toReversed();
    const own = readCertificate(certificates[0]!);
    return writeTimestamp(readTimestamp(token), certificates, own.publicKey);
  };
  const other = await makeTimestampAuthority({ name: 'Mallory Time' });
  const later = readTimestamp(await saveTimestampToken(authority, bytes, at + 3_600_000));
  const forged: ForgedToken[] = [
    ...lies.map(([lie, problem]) => {
      const token = authority.token(bytes, at, lie);
      const own = problem === 'timestamp-unreadable' ? token : kept(token);
      return { name: lie, token: own, problem };
    }),
    { name: 'as it came', token: authority.token(bytes, at), problem: 'timestamp-certificate' },
    {
      name: 'of another file',
      token: await saveTimestampToken(authority, Uint8Array.of(...bytes, 1), at),
      problem: 'timestamp-of-other',
    },
    {
      name: 'a later time, not signed',
      token: spelled({ info: later.info }),
      problem: 'timestamp-signature-wrong',
    },
    {
      name: 'the attributes of a later one',
      token: spelled({ signedAttributes: later.signedAttributes, messageDigest: later.messageDigest }),
      problem: 'timestamp-signature-wrong',
    },
    {
      name: 'the root left out',
      token: spelled({}, read.certificates.slice(0, 1)),
      problem: 'timestamp-certificate',
    },
    {
      name: 'another certificate carried along',
      token: spelled({}, [...read.certificates, other.root]),
      problem: 'timestamp-certificate',
    },
    {
      name: 'another authority as its root',
      token: spelled({}, [read.certificates[0]!, other.root]),
      problem: 'timestamp-certificate',
    },
    { name: 'no certificate', token: spelled({}, []), problem: 'timestamp-certificate' },
    {
      name: 'the other signature of the pair',
      token: flipped(good, read.signature),
      problem: 'timestamp-spelling',
    },
    { name: 'nothing', token: sequence(), problem: 'timestamp-unreadable' },
    {
      name: 'half a token',
      token: sequence(good.subarray(4, good.length / 2)),
      problem: 'timestamp-unreadable',
    },
    { name: 'a whole answer', token: sequence(sequence(nullValue()), good), problem: 'timestamp-unreadable' },
  ];
  for (const [name, options] of impostors(at)) {
    const impostor = await makeTimestampAuthority(options);
    forged.push({ name, token: kept(impostor.token(bytes, at)), problem: 'timestamp-certificate' });
  }
  return forged;
}

/**
 * Replaces the signature with the other valid form of the same signature, which is never written. The length
 * is the same or one byte more.
 */
function flipped(token: Uint8Array, signature: Uint8Array): Uint8Array {
  const flippedOne = flipSignature(signature, p256Order);
  const text = Buffer.from(token).toString('hex');
  const from = text.lastIndexOf(Buffer.from(signature).toString('hex'));
  const difference = flippedOne.length - signature.length;
  const spliced = Buffer.from(
    text.slice(0, from) + Buffer.from(flippedOne).toString('hex') + text.slice(from + signature.length * 2),
    'hex',
  );
  return lengthened(spliced, from / 2, difference);
}

/** Increases the length of every element that encloses `inside`. */
function lengthened(der: Buffer, inside: number, more: number): Uint8Array {
  const walk = (at: number, end: number): void => {
    while (at < end) {
      const first = der[at + 1]!;
      const size = first < 0x80 ? 1 : 1 + (first & 0x7f);
      const length = size === 1 ? first : der.readUIntBE(at + 2, size - 1);
      const start = at + 1 + size;
      const holds = at < inside && inside <= start + length;
      if (holds && size === 1) der[at + 1] = first + more;
      else if (holds) der.writeUIntBE(length + more, at + 2, size - 1);
      if (holds) return start === inside ? undefined : walk(start, start + length + more);
      at = start + length;
    }
  };
  walk(0, der.length);
  return Uint8Array.from(der);
}
