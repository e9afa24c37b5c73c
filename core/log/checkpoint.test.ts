import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  findCheckpoint,
  fromBase64,
  keyIdOf,
  noteOf,
  readCheckpoint,
  readLogKey,
  readLogProof,
  toBase64,
  writeCheckpoint,
  writeLogKey,
  writeLogProof,
} from './checkpoint.ts';

const hash = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest();
const root = new Uint8Array(32).fill(7);
const name = 'sign.harbour.example/log';
const publicKey = new Uint8Array(32).fill(9);
const key = { name, publicKey, keyId: await keyIdOf(name, publicKey, hash) };
const signed = writeCheckpoint(noteOf(name, 12, root), key, new Uint8Array(64).fill(5));

test('a checkpoint is parsed back, and only its canonical form is accepted', () => {
  expect(readCheckpoint(signed)).toMatchObject({
    origin: name,
    size: 12,
    root,
    signatures: [{ name, keyId: key.keyId, signature: new Uint8Array(64).fill(5) }],
  });
  const others = [
    signed.trimEnd(),
    `${signed}\n`,
    signed.replace('\n12\n', '\n012\n'),
    signed.replaceAll('\n', '\r\n'),
    signed.replace('—', '-'),
    signed.replace('\n\n', '\n'),
    signed.replace('\n12\n', '\n-12\n'),
    signed.replace('\n12\n', '\n99999999999999999\n'),
  ];
  for (const other of others) expect(readCheckpoint(other)).toBeUndefined();
});

test('a key matches only its own id', async () => {
  const text = writeLogKey(key);
  expect(await readLogKey(text, hash)).toEqual(key);
  expect(await readLogKey(text.replace(key.keyId, '00000000'), hash)).toBeUndefined();
  expect(await readLogKey(text.replace('sign.', 'other.'), hash)).toBeUndefined();
});

test('a proof is parsed back, and only its canonical form is accepted', () => {
  const text = writeLogProof(writeLogKey(key), { index: 3, hashes: [root, root] }, signed);
  expect(readLogProof(text)).toMatchObject({ index: 3, hashes: [root, root], key: writeLogKey(key) });
  const others = [
    `${text}\n`,
    text.replace('index 3', 'index 03'),
    text.replace('@v1', '@v2'),
    text.slice(0, -1),
    '',
  ];
  for (const other of others) expect(readLogProof(other)).toBeUndefined();
});

test.for([
  ['the text itself', (text: string) => text],
  [
    'in the middle of an email',
    (text: string) => `Kept in the log:\n\n  ${text.replace('\n\n', '\n').replaceAll('\n', '\n  ')}\nBye`,
  ],
  ['quoted in a reply', (text: string) => `> ${text.replace('\n\n', '\n').replaceAll('\n', '\n> ')}`],
  [
    'in the source of an email',
    (text: string) =>
      text
        .replace('\n\n', '\r\n')
        .replaceAll('=', '=3D')
        .replace('—', '=E2=80=94')
        .replace(/(.{30})$/m, '$1'),
  ],
] as const)('finds a checkpoint in a text: %s', ([, as]) => {
  expect(findCheckpoint(as(signed))).toBe(signed);
});

test('base64 follows the standard, and only its canonical form is accepted', () => {
  for (let length = 0; length < 40; length += 1) {
    const bytes = Uint8Array.from({ length }, (_, at) => (at * 37 + length) % 256);
    expect(toBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'));
    expect(fromBase64(toBase64(bytes))).toEqual(bytes);
  }
  for (const text of ['A', 'AB', 'AB=', 'AB===', 'AC==C', 'AAB=', 'A-==', 'AR=='])
    expect(fromBase64(text)).toBeUndefined();
});
