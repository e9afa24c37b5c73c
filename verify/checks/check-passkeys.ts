import { checkSignature, readKeyKind } from '#pdf/verify/check-signature.ts';
import { join, toHex } from '#pdf/verify/bytes.ts';
import { MalformedDer } from '#pdf/verify/read-der.ts';
import { isObject, textOf, type Json } from '../evidence.ts';
import { fromBase64url, sha256 } from '../hash.ts';
import type { Finding } from '../report.ts';
import type { ReadEvent } from '../trail.ts';

/** Returns true if the trail contains a passkey confirmation. Otherwise there is no passkey check. */
export function usesPasskeys(events: readonly ReadEvent[]): boolean {
  return events.some(({ body }) => body.type === 'passkey_confirmed');
}

/** Verifies every passkey confirmation (docs/evidence.md, Passkey). */
export async function checkPasskeys(events: readonly ReadEvent[]): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const event of events) {
    if (event.body.type !== 'passkey_confirmed') continue;
    if (!(await confirms(event))) findings.push({ code: 'passkey-differs', event: event.place });
  }
  return findings;
}

async function confirms({ body: { actor, data }, values }: ReadEvent): Promise<boolean> {
  const kept = (name: string) => fromBase64url(values[name] ?? '');
  const [client, authenticator] = [kept('clientDataJSON'), kept('authenticatorData')];
  const [publicKey, signature] = [kept('publicKey'), kept('signature')];
  if (!client || !authenticator || !publicKey || !signature) return false;
  const clientData = readJson(client);
  if (!isObject(clientData) || clientData['type'] !== 'webauthn.get') return false;
  const text = (name: string) => textOf(data[name] ?? null) ?? '';
  const statement =
    data['agreementSha256'] === undefined
      ? ['countersign passkey', text('baseSha256'), actor.id ?? '', text('nonce')]
      : ['countersign passkey 2', text('baseSha256'), text('agreementSha256'), actor.id ?? '', text('nonce')];
  const challenge = fromBase64url(textOf(clientData['challenge'] ?? null) ?? '');
  if (!challenge || toHex(challenge) !== (await sha256(statement.join('\n')))) return false;
  if (toHex(authenticator.subarray(0, 32)) !== (await sha256(text('rpId')))) return false;
  // Bit 0: user present. Bit 2: user verified by fingerprint, face or PIN.
  if (((authenticator[32] ?? 0) & 5) !== 5) return false;
  const hash = new Uint8Array(await globalThis.crypto.subtle.digest('SHA-256', Uint8Array.from(client)));
  return isSignedBy(publicKey, signature, join([authenticator, hash]));
}

async function isSignedBy(publicKey: Uint8Array, signature: Uint8Array, data: Uint8Array): Promise<boolean> {
  try {
    const family = readKeyKind(publicKey)?.family ?? 'ecdsa';
    return await checkSignature(publicKey, `${family}-sha256`, signature, data);
  } catch (error) {
    if (error instanceof MalformedDer) return false;
    throw error;
  }
}

function readJson(bytes: Uint8Array): Json | undefined {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as Json;
  } catch {
    return undefined;
  }
}
