import {
  fromHex,
  readLogKey,
  readLogProof,
  toBase64,
  type Checkpoint,
  type LogProof,
} from '#core/log/checkpoint.ts';
import { holdsLeaf, type HashBytes } from '#core/log/merkle.ts';
import { utf8 } from './evidence.ts';
import type { Check, Finding, LoggedIn } from './report.ts';

export const digest: HashBytes = async (bytes) =>
  new Uint8Array(await globalThis.crypto.subtle.digest('SHA-256', Uint8Array.from(bytes)));

export type LogCheck = { readonly check: Check; readonly head: LoggedIn | undefined };

/**
 * Whether the proof that was sealed with the evidence leads from the end of its trail to the head in it. A file that was
 * sealed while the log was behind has none, and is as good.
 */
export async function checkLog(bytes: Uint8Array, chainHead: string): Promise<LogCheck> {
  const proof = readLogProof(utf8(bytes));
  const key = proof && (await readLogKey(proof.key, digest));
  if (!proof || !key) return { check: result([{ code: 'log-proof-form' }]), head: undefined };
  const findings: Finding[] = [];
  if (!(await isIn(proof, chainHead))) findings.push({ code: 'log-proof-differs' });
  if (!(await isSigned(proof.checkpoint, key))) findings.push({ code: 'log-head-unsigned' });
  const { origin, size, root } = proof.checkpoint;
  const head = { origin, size, root: toBase64(root), key: proof.key, checkpoint: proof.text };
  return { check: result(findings), head };
}

function isIn({ checkpoint, index, hashes }: LogProof, chainHead: string): Promise<boolean> {
  return holdsLeaf(checkpoint, { index, leaf: fromHex(chainHead), proof: hashes }, digest);
}

function result(findings: Finding[]): Check {
  return { name: 'log', result: findings.length === 0 ? 'holds' : 'fails', findings };
}

/** By this very key, once. */
export async function isSigned(
  { signatures, note, origin }: Checkpoint,
  { name, keyId, publicKey }: { name: string; keyId: string; publicKey: Uint8Array },
): Promise<boolean> {
  const [only] = signatures;
  if (signatures.length !== 1 || !only || only.name !== name || only.keyId !== keyId || origin !== name)
    return false;
  const { subtle } = globalThis.crypto;
  const key = await subtle
    .importKey('raw', Uint8Array.from(publicKey), 'Ed25519', false, ['verify'])
    .catch(() => undefined);
  // A browser that knows no such signatures takes the word of the seal, which is over the head as well.
  if (!key) return true;
  return subtle.verify('Ed25519', key, Uint8Array.from(only.signature), new TextEncoder().encode(note));
}
