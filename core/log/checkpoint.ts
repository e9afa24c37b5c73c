import type { HashBytes } from './merkle.ts';

/**
 * A tree head of the log as text: a signed note in the C2SP format (tlog-checkpoint), so that third-party tools
 * can read it. It consists of the log's name, its size, its root in base64, an empty line, and signature lines.
 */
export type Checkpoint = {
  readonly origin: string;
  readonly size: number;
  readonly root: Uint8Array;
  /** The signed part: the first three lines including line breaks. */
  readonly note: string;
  readonly signatures: readonly {
    readonly name: string;
    readonly keyId: string;
    readonly signature: Uint8Array;
  }[];
};

/** Number of the Ed25519 algorithm in the format. */
const algorithm = 1;

/** A key that signs checkpoints, in the format of signed notes: name, id and bytes. */
export type LogKey = { readonly name: string; readonly keyId: string; readonly publicKey: Uint8Array };

/** Returns the text that the key signs. */
export function noteOf(origin: string, size: number, root: Uint8Array): string {
  return `${origin}\n${size}\n${toBase64(root)}\n`;
}

/** Returns the key id used in signatures, which is the first four bytes of a hash in hexadecimal. */
export async function keyIdOf(name: string, publicKey: Uint8Array, hash: HashBytes): Promise<string> {
  const text = utf8(`${name}\n`);
  const bytes = await hash(Uint8Array.of(...text, algorithm, ...publicKey));
  return toHex(bytes.subarray(0, 4));
}

export function writeCheckpoint(note: string, { name, keyId }: LogKey, signature: Uint8Array): string {
  return `${note}\n— ${name} ${toBase64(Uint8Array.of(...fromHex(keyId), ...signature))}\n`;
}

export function writeLogKey({ name, keyId, publicKey }: LogKey): string {
  return `${name}+${keyId}+${toBase64(Uint8Array.of(algorithm, ...publicKey))}`;
}

/** Parses a key. Returns undefined if the text is not a key or its id does not match. */
export async function readLogKey(text: string, hash: HashBytes): Promise<LogKey | undefined> {
  const [, name = '', keyId = '', base64 = ''] =
    /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/.exec(text) ?? [];
  const bytes = fromBase64(base64);
  if (bytes?.length !== 33 || bytes[0] !== algorithm) return undefined;
  const publicKey = bytes.subarray(1);
  return (await keyIdOf(name, publicKey, hash)) === keyId ? { name, keyId, publicKey } : undefined;
}

/** Parses a checkpoint. Returns undefined unless it is in canonical form. */
export function readCheckpoint(text: string): Checkpoint | undefined {
  const parts =
    /^([^\s+]+)\n(0|[1-9]\d{0,15})\n([A-Za-z0-9+/]{43}=)\n\n((?:— [^\s+]+ [A-Za-z0-9+/=]+\n)+)$/.exec(text);
  if (!parts) return undefined;
  const [, origin = '', digits = '', base64 = '', lines = ''] = parts;
  const [size, root] = [Number(digits), fromBase64(base64)];
  const signatures = lines
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [, name = '', signed = ''] = line.split(' ');
      const bytes = fromBase64(signed) ?? new Uint8Array();
      return { name, keyId: toHex(bytes.subarray(0, 4)), signature: bytes.subarray(4) };
    });
  if (!root || !Number.isSafeInteger(size)) return undefined;
  return { origin, size, root, note: noteOf(origin, size, root), signatures };
}

/**
 * Returns the first checkpoint in a text such as a saved email, where lines may be indented, quoted or joined
 * with other text.
 */
export function findCheckpoint(text: string): string | undefined {
  // The raw source of an email uses quoted-printable encoding.
  const isSource = /=E2=80=94/i.test(text);
  const plain = isSource
    ? text
        .replaceAll(/=\r?\n/g, '')
        .replaceAll(/=E2=80=94/gi, '—')
        .replaceAll('=3D', '=')
    : text;
  const match =
    /([^\s+>]+)\s*\r?\n[\s>]*(\d{1,16})\s*\r?\n[\s>]*([A-Za-z0-9+/]{43}=)\s*\r?\n[\s>]*— ([^\s+]+) ([A-Za-z0-9+/=]+)/.exec(
      plain,
    );
  if (!match) return undefined;
  const [, origin, size, root, name, signed] = match;
  return `${origin}\n${size}\n${root}\n\n— ${name} ${signed}\n`;
}

/** A proof that a leaf is in the log, and its checkpoint, in the format `c2sp.org/tlog-proof@v1`. */
export type LogProof = {
  readonly index: number;
  readonly hashes: readonly Uint8Array[];
  readonly checkpoint: Checkpoint;
  readonly text: string;
  /** The key that signed the checkpoint, in the format of `writeLogKey`. */
  readonly key: string;
};

const proofForm = 'c2sp.org/tlog-proof@v1';

export function writeLogProof(
  key: string,
  { index, hashes }: { index: number; hashes: readonly Uint8Array[] },
  checkpoint: string,
): string {
  const lines = [proofForm, `extra ${toBase64(utf8(key))}`, `index ${index}`, ...hashes.map(toBase64), ''];
  return `${lines.join('\n')}\n${checkpoint}`;
}

/** Parses a proof. Returns undefined unless it is in canonical form. */
export function readLogProof(text: string): LogProof | undefined {
  const end = text.indexOf('\n\n');
  const [form, extra = '', place = '', ...rest] = text.slice(0, Math.max(end, 0)).split('\n');
  const key = fromBase64(/^extra (\S+)$/.exec(extra)?.[1] ?? '');
  const index = /^index (0|[1-9]\d{0,15})$/.exec(place)?.[1];
  const hashes = rest.map((line) => fromBase64(line) ?? new Uint8Array());
  const signed = text.slice(end + 2);
  const checkpoint = readCheckpoint(signed);
  if (form !== proofForm || !key || index === undefined || !checkpoint || hashes.length > 63)
    return undefined;
  const proof = {
    index: Number(index),
    hashes,
    checkpoint,
    text: signed,
    key: String.fromCharCode(...key),
  };
  return writeLogProof(proof.key, proof, signed) === text ? proof : undefined;
}

/** Encodes ASCII text as UTF-8. Log names contain only ASCII. */
function utf8(text: string): Uint8Array {
  return Uint8Array.from(text, (char) => char.charCodeAt(0));
}

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function fromHex(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));
}

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

export function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const [one = 0, two, three] = bytes.subarray(at, at + 3);
    const bits = one * 65_536 + (two ?? 0) * 256 + (three ?? 0);
    const four = [18, 12, 6, 0].map((shift) => digits[Math.floor(bits / 2 ** shift) % 64]!);
    text +=
      two === undefined
        ? `${four[0]}${four[1]}==`
        : three === undefined
          ? `${four.slice(0, 3).join('')}=`
          : four.join('');
  }
  return text;
}

/** Decodes base64. Returns undefined unless the text is in canonical form. */
export function fromBase64(text: string): Uint8Array | undefined {
  const plain = text.replace(/={0,2}$/, '');
  const bytes: number[] = [];
  let [pending, bits] = [0, 0];
  for (const char of plain) {
    const digit = digits.indexOf(char);
    if (digit < 0) return undefined;
    pending = (pending * 64 + digit) % 65_536;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes.push(Math.floor(pending / 2 ** bits) % 256);
    }
  }
  const read = Uint8Array.from(bytes);
  return toBase64(read) === text ? read : undefined;
}
