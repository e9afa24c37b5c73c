import { createPublicKey, verify, type KeyObject } from 'node:crypto';
import type { Kysely } from 'kysely';
import { readCheckpoint, readLogKey } from '#core/log/checkpoint.ts';
import { isSame, rootOf } from '#core/log/merkle.ts';
import type { Schema } from '../db/schema.ts';
import { hashBytes, nodesOf, type StoredHead } from './log-store.ts';

/** Whether a head was signed by its key, and is over the tree that is kept. */
export async function isHeadOf(db: Kysely<Schema>, { size, checkpoint, key }: StoredHead): Promise<boolean> {
  const head = readCheckpoint(checkpoint);
  const by = await readLogKey(key, hashBytes);
  if (!head || !by || head.size !== size || head.origin !== by.name) return false;
  const [only] = head.signatures;
  if (head.signatures.length !== 1 || only?.keyId !== by.keyId) return false;
  if (!verify(null, Buffer.from(head.note), publicKeyOf(by.publicKey), only.signature)) return false;
  return isSame(await rootOf(size, nodesOf(db), hashBytes), head.root);
}

/** SubjectPublicKeyInfo of an Ed25519 key is these bytes and the key (RFC 8410). */
function publicKeyOf(bytes: Uint8Array): KeyObject {
  const spki = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), bytes]);
  return createPublicKey({ key: spki, format: 'der', type: 'spki' });
}
