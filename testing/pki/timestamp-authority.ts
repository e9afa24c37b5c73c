import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { issueCertificate } from '#pdf/sign/issue-certificate.ts';
import { readCertificate } from '#pdf/verify/read-certificate.ts';
import { readChildren, readElement } from '#pdf/verify/read-der.ts';
import {
  bitString,
  boolean,
  certificateTime,
  contextTag,
  element,
  integer,
  nullValue,
  objectIdentifier,
  octetString,
  sequence,
  setOf,
  utf8String,
} from '#pdf/verify/canonical-der/der.ts';
import { toPem } from './seal-chain.ts';

/** A timestamp authority for tests. `lie` selects a fault in its responses. */
export type TestAuthority = {
  readonly root: Uint8Array;
  readonly rootPem: string;
  readonly rootKey: KeyObject;
  /** Returns the TimeStampResp for a TimeStampReq. Both are in DER. */
  answer(request: Uint8Array, at: number, lie?: Lie): Uint8Array;
  /** Returns a token over these bytes, encoded as in this authority's responses. */
  token(bytes: Uint8Array, at: number, lie?: Lie): Uint8Array;
};

export type Lie =
  | 'wrong-nonce'
  | 'no-nonce'
  | 'wrong-hash'
  | 'wrong-policy'
  | 'wrong-signature'
  | 'wrong-message-digest'
  | 'other-certificate-named'
  | 'no-certificate-named'
  | 'no-certificate'
  | 'long-ago'
  | 'refused'
  | 'bytes-behind'
  | 'other-content'
  | 'two-signers'
  | 'sha1-imprint'
  | 'critical-extension';

export type AuthorityOptions = {
  readonly name?: string;
  readonly key?: 'P-256' | 'RSA-2048';
  readonly hash?: 256 | 384 | 512;
  /** Validity of its signing certificate, in ms UTC. */
  readonly notBefore?: number;
  readonly notAfter?: number;
  /**
   * Extended key usages of that certificate, and whether they are critical. Default: those of a timestamp
   * authority.
   */
  readonly uses?: readonly string[];
  readonly critical?: boolean;
  /** Also identifies its certificate by SHA-1, as the original RFC 3161 did. */
  readonly oldName?: boolean;
  /** URL of its revocation lists. */
  readonly withdrawnAt?: string;
};

export const testPolicy = '1.3.6.1.4.1.99999.1.1';

const [begins, ends] = [Date.UTC(2020, 0, 1), Date.UTC(2045, 0, 1)];

export async function makeTimestampAuthority(options: AuthorityOptions = {}): Promise<TestAuthority> {
  const { name = 'Harbour Time', key = 'P-256', hash = 256 } = options;
  const rootKeys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const root = await issueCertificate({
    subject: { organization: name, commonName: `${name} Root` },
    ...rootKeys,
    role: 'root',
    notBefore: begins,
    notAfter: ends,
    issuerKey: rootKeys.privateKey,
  });
  const keys = key === 'P-256' ? generateKeyPairSync('ec', { namedCurve: 'P-256' }) : rsaKeys();
  const leaf = makeLeaf(options, { root, rootKey: rootKeys.privateKey, publicKey: keys.publicKey });
  const signer: Signer = { leaf, root, hash, key: keys.privateKey, oldName: options.oldName ?? false };
  return {
    root,
    rootPem: toPem(root),
    rootKey: rootKeys.privateKey,
    answer: (request, at, lie) => answer(signer, request, at, lie),
    token: (bytes, at, lie) => {
      const digest = createHash(`sha${hash}`).update(bytes).digest();
      return token(signer, { imprint: sequence(hashId(hash), octetString(digest)), at, lie });
    },
  };
}

type Signer = { leaf: Uint8Array; root: Uint8Array; hash: 256 | 384 | 512; key: KeyObject; oldName: boolean };

const rsaKeys = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
const hashes = { 256: '1', 384: '2', 512: '3' } as const;
const hashId = (hash: 256 | 384 | 512) =>
  sequence(objectIdentifier(`2.16.840.1.101.3.4.2.${hashes[hash]}`), nullValue());

function makeLeaf(
  {
    name = 'Harbour Time',
    notBefore = begins,
    notAfter = ends,
    uses,
    critical = true,
    withdrawnAt,
  }: AuthorityOptions,
  { root, rootKey, publicKey }: { root: Uint8Array; rootKey: KeyObject; publicKey: KeyObject },
): Uint8Array {
  const issuer = readCertificate(root);
  const part = (type: string, value: string) => setOf(sequence(objectIdentifier(type), utf8String(value)));
  const extension = (id: string, isCritical: boolean, value: Uint8Array) =>
    sequence(objectIdentifier(id), ...(isCritical ? [boolean(true)] : []), octetString(value));
  const extended = sequence(...(uses ?? ['1.3.6.1.5.5.7.3.8']).map(objectIdentifier));
  const algorithm = sequence(objectIdentifier('1.2.840.10045.4.3.2'));
  const keyId = createHash('sha1').update(name).digest();
  const signedPart = sequence(
    contextTag(0, integer(2)),
    integer(createHash('sha256').update(`${name}${notAfter}`).digest().subarray(0, 8)),
    algorithm,
    issuer.subject,
    sequence(certificateTime(notBefore), certificateTime(notAfter)),
    sequence(part('2.5.4.10', name), part('2.5.4.3', `${name} Clock`)),
    publicKey.export({ type: 'spki', format: 'der' }),
    contextTag(
      3,
      sequence(
        extension('2.5.29.19', true, sequence()),
        extension('2.5.29.15', true, bitString(Uint8Array.of(0b1100_0000), 6)),
        extension('2.5.29.37', critical, extended),
        extension('2.5.29.14', false, octetString(keyId)),
        ...(withdrawnAt === undefined ? [] : [extension('2.5.29.31', false, pointAt(withdrawnAt))]),
      ),
    ),
  );
  return sequence(signedPart, algorithm, bitString(sign('sha256', signedPart, rootKey)));
}

function pointAt(url: string): Uint8Array {
  const name = element(0x86, Buffer.from(url, 'latin1'));
  return sequence(sequence(contextTag(0, contextTag(0, name))));
}

function answer(signer: Signer, request: Uint8Array, at: number, lie: Lie | undefined): Uint8Array {
  if (lie === 'refused') return sequence(sequence(integer(2)));
  const [, imprint, ...rest] = readChildren(readElement(request, 0x30));
  const nonce = rest.find(({ tag }) => tag === 0x02)?.bytes;
  const policy = rest.find(({ tag }) => tag === 0x06)?.bytes;
  const made = token(signer, { imprint: imprint!.bytes, nonce, policy, at, lie });
  return sequence(sequence(integer(0)), made);
}

type Asked = {
  imprint: Uint8Array;
  nonce?: Uint8Array | undefined;
  policy?: Uint8Array | undefined;
  at: number;
  lie: Lie | undefined;
};

function token(signer: Signer, asked: Asked): Uint8Array {
  const { lie } = asked;
  const info = writeInfo(asked);
  const attributes = writeAttributes(signer, info, lie);
  const { issuer, serial } = readCertificate(signer.leaf);
  const signature = sign(`sha${signer.hash}`, attributes, signer.key);
  const wrong = lie === 'wrong-signature' ? sign(`sha${signer.hash}`, info, signer.key) : signature;
  const isRsa = signer.key.asymmetricKeyType === 'rsa';
  const algorithm = isRsa
    ? sequence(objectIdentifier('1.2.840.113549.1.1.1'), nullValue())
    : sequence(objectIdentifier(`1.2.840.10045.4.3.${signer.hash / 128}`));
  const signerInfo = sequence(
    integer(1),
    sequence(issuer, integer(serial)),
    hashId(signer.hash),
    Buffer.concat([Uint8Array.of(0xa0), attributes.subarray(1)]),
    algorithm,
    octetString(wrong),
  );
  const content = lie === 'other-content' ? '1.2.840.113549.1.7.1' : '1.2.840.113549.1.9.16.1.4';
  const signedData = sequence(
    integer(3),
    setOf(hashId(signer.hash)),
    sequence(objectIdentifier(content), contextTag(0, octetString(info))),
    // The root comes first and the certificates are not sorted, since authorities send theirs in any order.
    contextTag(0, ...(lie === 'no-certificate' ? [signer.root] : [signer.root, signer.leaf])),
    setOf(signerInfo, ...(lie === 'two-signers' ? [sequence(integer(1))] : [])),
  );
  const made = sequence(objectIdentifier('1.2.840.113549.1.7.2'), contextTag(0, signedData));
  return lie === 'bytes-behind' ? Uint8Array.from([...made, 0]) : made;
}

function writeInfo({ imprint, nonce, policy, at, lie }: Asked): Uint8Array {
  const [algorithm, digest] = readChildren(readElement(imprint, 0x30), 2);
  const other = createHash('sha256').update('other').digest();
  const sha1 = sequence(objectIdentifier('1.3.14.3.2.26'), nullValue());
  const shown =
    lie === 'wrong-hash'
      ? sequence(algorithm!.bytes, octetString(other))
      : lie === 'sha1-imprint'
        ? sequence(sha1, octetString(digest!.content.subarray(0, 20)))
        : imprint;
  const time = new Date(lie === 'long-ago' ? at - 24 * 3_600_000 : at);
  const digits = time.toISOString().replace(/[-:T]|\.\d+/g, '');
  const wrongNonce = integer(7);
  const shownNonce = lie === 'wrong-nonce' ? wrongNonce : lie === 'no-nonce' ? undefined : nonce;
  const critical = sequence(objectIdentifier('1.3.6.1.4.1.99999.9'), boolean(true), octetString(nullValue()));
  return sequence(
    integer(1),
    lie === 'wrong-policy'
      ? objectIdentifier('1.3.6.1.4.1.99999.2')
      : (policy ?? objectIdentifier(testPolicy)),
    shown,
    integer(4711),
    element(0x18, Buffer.from(digits, 'latin1')),
    sequence(integer(1)),
    ...(shownNonce ? [shownNonce] : []),
    ...(lie === 'critical-extension' ? [contextTag(1, critical)] : []),
  );
}

function writeAttributes(signer: Signer, info: Uint8Array, lie: Lie | undefined): Uint8Array {
  const attribute = (type: string, value: Uint8Array) => sequence(objectIdentifier(type), setOf(value));
  const digest = createHash(`sha${signer.hash}`).update(info);
  const named = lie === 'other-certificate-named' ? signer.root : signer.leaf;
  const name = sequence(sequence(sequence(octetString(createHash('sha256').update(named).digest()))));
  const oldName = sequence(sequence(sequence(octetString(createHash('sha1').update(named).digest()))));
  return setOf(
    attribute('1.2.840.113549.1.9.3', objectIdentifier('1.2.840.113549.1.9.16.1.4')),
    attribute(
      '1.2.840.113549.1.9.4',
      octetString(
        lie === 'wrong-message-digest' ? createHash(`sha${signer.hash}`).digest() : digest.digest(),
      ),
    ),
    ...(lie === 'no-certificate-named' ? [] : [attribute('1.2.840.113549.1.9.16.2.47', name)]),
    ...(signer.oldName ? [attribute('1.2.840.113549.1.9.16.2.12', oldName)] : []),
  );
}
