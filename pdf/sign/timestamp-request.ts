import { judge } from '../verify/timestamp/check-timestamp.ts';
import { readTimestamp } from '../verify/timestamp/read-timestamp.ts';
import type { Timestamp } from '../verify/timestamp/read-timestamp.ts';
import { readCertificate } from '../verify/read-certificate.ts';
import type { Certificate } from '../verify/read-certificate.ts';
import { sameBytes } from '../verify/bytes.ts';
import { expectTag, MalformedDer, readChildren, readElement, readUnsigned } from '../verify/read-der.ts';
import {
  boolean,
  integer,
  nullValue,
  objectIdentifier,
  octetString,
  sequence,
} from '../verify/canonical-der/der.ts';
import { writeTimestamp } from '../verify/timestamp/write-timestamp.ts';
import { isNamed } from '../verify/timestamp/check-timestamp.ts';
import { buildChain, isSelfIssued } from '../verify/trust-chain.ts';

/** A request to a timestamp authority, and the values that its response is compared with. */
export type TimestampQuestion = {
  readonly bytes: Uint8Array;
  /** SHA-256 of `bytes`. */
  readonly digest: Uint8Array;
  /** Eight random bytes, so that a response to an earlier request is not accepted. */
  readonly nonce: Uint8Array;
  /** Requested timestamp policy in dotted form. If absent, the authority chooses. */
  readonly policy?: string | undefined;
};

/** Returns a TimeStampReq in DER (RFC 3161, 2.4.1) that also requests the certificate. */
export function writeTimestampRequest({ digest, nonce, policy }: TimestampQuestion): Uint8Array {
  const sha256 = sequence(objectIdentifier('2.16.840.1.101.3.4.2.1'), nullValue());
  return sequence(
    integer(1),
    sequence(sha256, octetString(digest)),
    ...(policy === undefined ? [] : [objectIdentifier(policy)]),
    integer(nonce),
    boolean(true),
  );
}

/** Thrown for an unusable response. The message is a short reason for the operator's log. */
export class UselessAnswer extends Error {}

/** Maximum difference between the authority's clock and ours in ms. */
const clocksDiffer = 5 * 60_000;

/**
 * Extracts the token from a TimeStampResp (RFC 3161, 2.4.2) and verifies it against the request, the time `now`
 * (ms UTC) and the trusted `roots`. Returns the token in canonical form with its certificates up to the root.
 *
 * @throws UselessAnswer if any check fails
 */
export async function readTimestampAnswer(
  answer: Uint8Array,
  question: TimestampQuestion,
  { roots, now }: { roots: readonly Certificate[]; now: number },
): Promise<{ token: Uint8Array; at: number }> {
  try {
    const timestamp = readTimestamp(grantedToken(answer));
    compare(timestamp, question, now);
    const path = await pathOf(timestamp, roots);
    const problem = await judge(timestamp, path, question.bytes);
    if (problem) throw new UselessAnswer(problem);
    const bytes = path.map((certificate) => certificate.bytes);
    return { token: writeTimestamp(timestamp, bytes, path[0]!.publicKey), at: timestamp.at };
  } catch (error) {
    if (error instanceof MalformedDer) throw new UselessAnswer(`it cannot be read: ${error.message}`);
    throw error;
  }
}

function grantedToken(answer: Uint8Array): Uint8Array {
  const [info, token] = readChildren(readElement(answer, 0x30), 1, 2);
  const [status] = readChildren(expectTag(info, 0x30), 1, 2, 3);
  const code = readUnsigned(status).join();
  // Granted, or granted with modifications, which are checked below.
  if (code !== '0' && code !== '1') throw new UselessAnswer(`it was refused (status ${code})`);
  return expectTag(token, 0x30).bytes;
}

function compare({ imprint, nonce, policy, at }: Timestamp, question: TimestampQuestion, now: number): void {
  const isOurs = imprint.hash === 'SHA-256' && sameBytes(imprint.digest, question.digest);
  if (!isOurs) throw new UselessAnswer('it is about another hash');
  const wanted = readUnsigned(readElement(integer(question.nonce)));
  if (nonce === undefined || !sameBytes(nonce, wanted)) throw new UselessAnswer('it has another nonce');
  if (question.policy !== undefined && policy !== question.policy) {
    throw new UselessAnswer(`it was issued under the policy ${policy}`);
  }
  if (Math.abs(at - now) > clocksDiffer) throw new UselessAnswer('its time is far from ours');
}

/**
 * Returns the authority's certificate and its issuers up to one of the roots. Other certificates are not kept.
 */
async function pathOf(timestamp: Timestamp, roots: readonly Certificate[]): Promise<readonly Certificate[]> {
  const certificates = timestamp.certificates.flatMap(readOrNone);
  for (const certificate of certificates) {
    if (!(await isNamed(certificate, timestamp))) continue;
    const { path, trusted } = await buildChain(certificate, certificates, roots, timestamp.at, 'timestamp');
    const last = path.at(-1);
    if (!trusted || last === undefined || !isSelfIssued(last)) break;
    return path;
  }
  throw new UselessAnswer(
    'its certificate is not for timestamps, is not valid, or does not lead to a root in TSA_ROOTS_FILE',
  );
}

/** Some authorities also send unrelated certificates with algorithms that are no longer accepted. */
function readOrNone(der: Uint8Array): Certificate[] {
  try {
    return [readCertificate(der)];
  } catch (error) {
    if (error instanceof MalformedDer) return [];
    throw error;
  }
}
