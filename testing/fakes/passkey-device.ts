import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';

/** A device with passkeys that needs no person. It makes WebAuthn responses. */
export type PasskeyDevice = {
  /** Returns the response of `navigator.credentials.create`. */
  create(options: { challenge: string; user: { id: string } }, origin: string): Promise<object>;
  /** Returns the response of `navigator.credentials.get`, falsified by `change`. */
  get(options: { challenge: string }, origin: string, change?: Change): Promise<object>;
};

type Change = { userHandle?: string; verified?: boolean; rpId?: string };

export function openPasskeyDevice(): PasskeyDevice {
  const id = randomBytes(16);
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  let [userHandle, counter] = ['', 0];

  /**
   * WebAuthn Level 3 §6.1: hash of the RP id, flags (1 user present, 4 user verified, 64 new credential),
   * counter.
   */
  const authenticatorData = (rpId: string, verified: boolean, added = Buffer.alloc(0)): Buffer => {
    const head = Buffer.alloc(5);
    head[0] = 1 | (verified ? 4 : 0) | (added.length > 0 ? 64 : 0);
    head.writeUInt32BE((counter += 1), 1);
    return Buffer.concat([sha256(rpId), head, added]);
  };
  const clientData = (type: string, challenge: string, origin: string): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const answer = (response: Record<string, string>): object => ({
    id: text(id),
    rawId: text(id),
    type: 'public-key',
    clientExtensionResults: {},
    response,
  });

  return {
    async create({ challenge, user }, origin) {
      userHandle = user.id;
      const length = Buffer.from([0, id.length]);
      const added = Buffer.concat([
        Buffer.alloc(16),
        length,
        id,
        coseKey(publicKey.export({ format: 'jwk' })),
      ]);
      const data = authenticatorData(new URL(origin).hostname, true, added);
      const object = map([
        [cborText('fmt'), cborText('none')],
        [cborText('attStmt'), map([])],
        [cborText('authData'), cborBytes(data)],
      ]);
      return answer({
        clientDataJSON: text(clientData('webauthn.create', challenge, origin)),
        attestationObject: text(object),
      });
    },

    async get({ challenge }, origin, change = {}) {
      const data = authenticatorData(change.rpId ?? new URL(origin).hostname, change.verified ?? true);
      const client = clientData('webauthn.get', challenge, origin);
      const signature = createSign('sha256')
        .update(Buffer.concat([data, createHash('sha256').update(client).digest()]))
        .sign(privateKey);
      return answer({
        authenticatorData: text(data),
        clientDataJSON: text(client),
        signature: text(signature),
        userHandle: change.userHandle ?? userHandle,
      });
    },
  };
}

/** RFC 9053 §7.1.1: an ES256 key on P-256. */
function coseKey({ x = '', y = '' }: { x?: string; y?: string }): Buffer {
  return map([
    [Buffer.from([0x01]), Buffer.from([0x02])],
    [Buffer.from([0x03]), Buffer.from([0x26])],
    [Buffer.from([0x20]), Buffer.from([0x01])],
    [Buffer.from([0x21]), cborBytes(Buffer.from(x, 'base64url'))],
    [Buffer.from([0x22]), cborBytes(Buffer.from(y, 'base64url'))],
  ]);
}

/** Implements the required subset of CBOR (RFC 8949): up to 255 bytes, and up to 23 entries. */
function map(entries: [Buffer, Buffer][]): Buffer {
  return Buffer.concat([Buffer.from([0xa0 + entries.length]), ...entries.flat()]);
}
function cborText(value: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
}
function cborBytes(value: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0x58, value.length]), value]);
}

const sha256 = (value: string): Buffer => createHash('sha256').update(value).digest();
const text = (bytes: Buffer): string => bytes.toString('base64url');
