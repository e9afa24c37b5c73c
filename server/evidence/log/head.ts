import { createPublicKey, verify, type KeyObject } from 'node:crypto';
import { readCheckpoint, readLogKey } from '#core/log/checkpoint.ts';
import { isSame } from '#core/log/merkle.ts';
import { hashBytes, type StoredHead } from './log-store.ts';

/** Returns true if the checkpoint has a valid signature of its key and this size and root. */
export async function isValidHead({ size, checkpoint, key }: StoredHead, root: Uint8Array): Promise<boolean> {
  const head = readCheckpoint(checkpoint);
  const by = await readLogKey(key, hashBytes);
  if (!head || !by || head.size !== size || head.origin !== by.name || !isSame(root, head.root)) return false;
  const [only] = head.signatures;
  if (head.signatures.length !== 1 || only?.name !== by.name || only.keyId !== by.keyId) return false;
  return verify(null, Buffer.from(head.note), publicKeyOf(by.publicKey), only.signature);
}

/** The SubjectPublicKeyInfo of an Ed25519 key is these bytes followed by the key (RFC 8410). */
function publicKeyOf(bytes: Uint8Array): KeyObject {
  const spki = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), bytes]);
  return createPublicKey({ key: spki, format: 'der', type: 'spki' });
}
