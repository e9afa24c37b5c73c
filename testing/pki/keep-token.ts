import { createHash } from 'node:crypto';
import { readTimestampAnswer, writeTimestampRequest } from '#pdf/sign/timestamp-request.ts';
import { readCertificate } from '#pdf/verify/read-certificate.ts';
import type { TestAuthority } from './timestamp-authority.ts';

/**
 * Returns a token over these bytes as the product stores it: requested, verified and encoded again. Uses no
 * network.
 */
export async function saveTimestampToken(
  authority: TestAuthority,
  bytes: Uint8Array,
  at: number,
): Promise<Uint8Array> {
  const digest = createHash('sha256').update(bytes).digest();
  const question = { bytes, digest, nonce: Uint8Array.of(0x41, 2, 3, 4, 5, 6, 7, 8) };
  const answer = authority.answer(writeTimestampRequest(question), at);
  const roots = [readCertificate(authority.root)];
  return (await readTimestampAnswer(answer, question, { roots, now: at })).token;
}
