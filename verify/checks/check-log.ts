import {
  fromHex,
  readLogKey,
  readLogProof,
  toBase64,
  type Checkpoint,
  type LogProof,
} from '#core/log/checkpoint.ts';
import { includesLeaf, type HashBytes } from '#core/log/merkle.ts';
import { keysValidAt, type TrustedLogKey } from '#core/log/trusted-keys.ts';
import { verifyEd25519 } from './ed25519.ts';
import { utf8 } from '../evidence.ts';
import type { Check, Finding, LoggedIn } from '../report.ts';

export const digest: HashBytes = async (bytes) =>
  new Uint8Array(await globalThis.crypto.subtle.digest('SHA-256', Uint8Array.from(bytes)));

export type LogCheck = { readonly check: Check; readonly head: LoggedIn | undefined };

/**
 * Keys of the trusted logs, or undefined if none were given, and the sealing time that the file claims (ms UTC).
 */
export type LogTrust = {
  readonly logKeys: readonly TrustedLogKey[] | undefined;
  readonly sealedAt: number | undefined;
};

/**
 * Verifies that the proof sealed with the evidence connects the end of the trail to the included checkpoint, and
 * that a trusted key signed that checkpoint. The key in the file alone proves nothing, because someone who stole
 * the seal key can run a log too.
 */
export async function checkLog(bytes: Uint8Array, chainHead: string, trust: LogTrust): Promise<LogCheck> {
  const proof = readLogProof(utf8(bytes));
  const key = proof && (await readLogKey(proof.key, digest));
  if (!proof || !key) return { check: failing([{ code: 'log-proof-form' }]), head: undefined };
  const findings: Finding[] = [];
  if (!(await isIn(proof, chainHead))) findings.push({ code: 'log-proof-differs' });
  if (!(await isSigned(proof.checkpoint, key))) findings.push({ code: 'log-head-unsigned' });
  const { origin, size, root } = proof.checkpoint;
  const head = { origin, size, root: toBase64(root), key: proof.key, checkpoint: proof.text };
  return { check: findings.length > 0 ? failing(findings) : compareKey(head, trust), head };
}

/** Returns the result for a file without a proof. A file that was sealed before the log existed needs none. */
export function withoutProof({ logKeys, sealedAt }: LogTrust): Check | undefined {
  if (logKeys === undefined) return open('log-not-checked');
  return keysValidAt(logKeys, sealedAt) ? open('log-proof-missing') : undefined;
}

/** Returns the result for a consistent checkpoint, with a trusted or untrusted key. */
export function compareKey({ key, origin }: LoggedIn, { logKeys }: Pick<LogTrust, 'logKeys'>): Check {
  if (logKeys === undefined) return open('log-not-checked');
  if (logKeys.some((trusted) => trusted.key === key)) return { name: 'log', result: 'holds', findings: [] };
  return open('log-unknown', origin);
}

function open(code: 'log-not-checked' | 'log-proof-missing' | 'log-unknown', name?: string): Check {
  const finding = name === undefined ? { code } : { code, name };
  return { name: 'log', result: 'unknown', findings: [finding] };
}

function isIn({ checkpoint, index, hashes }: LogProof, chainHead: string): Promise<boolean> {
  return includesLeaf(checkpoint, { index, leaf: fromHex(chainHead), proof: hashes }, digest);
}

function failing(findings: Finding[]): Check {
  return { name: 'log', result: 'fails', findings };
}

/** Returns true if there is exactly one signature by this key and it is valid. */
export async function isSigned(
  { signatures, note, origin }: Checkpoint,
  { name, keyId, publicKey }: { name: string; keyId: string; publicKey: Uint8Array },
): Promise<boolean> {
  const [only] = signatures;
  if (signatures.length !== 1 || !only || only.name !== name || only.keyId !== keyId || origin !== name)
    return false;
  const signed = new TextEncoder().encode(note);
  const { subtle } = globalThis.crypto;
  const key = await subtle
    .importKey('raw', Uint8Array.from(publicKey), 'Ed25519', false, ['verify'])
    .catch(() => undefined);
  // In browsers without Ed25519, the signature is verified here. Otherwise a key that could not be checked would
  // count as the signer.
  if (!key) return verifyEd25519(publicKey, only.signature, signed);
  return subtle.verify('Ed25519', key, Uint8Array.from(only.signature), signed);
}
