import { createHash, randomBytes } from 'node:crypto';
import { readTimestampAnswer, UselessAnswer, writeTimestampRequest } from '#pdf/sign/timestamp-request.ts';
import { readCertificate } from '#pdf/verify/read-certificate.ts';
import { readTimestamp } from '#pdf/verify/timestamp/read-timestamp.ts';
import type { Certificate } from '#pdf/verify/read-certificate.ts';
import { writePem } from '../pem.ts';
import type { Clock } from '../../ports/clock.ts';
import type { TimestampAuthorities } from '../../ports/timestamps.ts';
import { fetchLists } from './fetch-lists.ts';
import { readBounded } from './read-bounded.ts';

/** A timestamp authority: its URL, and the policy to request (a dotted OID). */
export type AuthorityAddress = { readonly url: string; readonly policy?: string | undefined };

export type Limits = {
  /** Total milliseconds for all authorities if a person is waiting. */
  readonly hurryMs: number;
  /** Milliseconds for each authority if no one is waiting. */
  readonly patientMs: number;
};

const usual: Limits = { hurryMs: 4_000, patientMs: 15_000 };

/** Maximum bytes of a response. Tokens have 2 to 8 KB. */
const maxResponseBytes = 64 * 1024;
/** Bytes to reserve before the first token is known. */
const firstGuess = 7_000;
/**
 * Milliseconds for which a failed authority is skipped while a person is waiting: at first, and at most.
 * Doubles with each failure.
 */
const [leastQuiet, mostQuiet] = [30_000, 30 * 60_000];

type Authority = AuthorityAddress & { failures: number; quietUntil: number };

/**
 * Asks the authorities in order over HTTP (RFC 3161, 3.4). `roots` are in DER. `report` gets the reason why
 * an authority was not used.
 */
export function openTimestampAuthorities(
  addresses: readonly AuthorityAddress[],
  roots: readonly Uint8Array[],
  { clock, report, limits = usual }: { clock: Clock; report: (problem: string) => void; limits?: Limits },
): TimestampAuthorities {
  const authorities = addresses.map((address): Authority => ({ ...address, failures: 0, quietUntil: 0 }));
  const anchors = roots.map(readCertificate);
  let longest = 0;
  let last: readonly Uint8Array[] = [];
  return {
    roots,
    rootsPem: roots.map((root) => writePem('CERTIFICATE', root)).join(''),
    maxTokenLength: () => (longest === 0 ? firstGuess : Math.ceil(longest * 1.25) + 256),
    lists: (paths) => fetchLists([...paths, last], clock()),
    async stamp(bytes, { hurry }) {
      const whole = AbortSignal.timeout(hurry ? limits.hurryMs : limits.patientMs * authorities.length);
      for (const authority of authorities) {
        if (whole.aborted || (hurry && authority.quietUntil > clock())) continue;
        try {
          const each = AbortSignal.timeout(hurry ? limits.hurryMs : limits.patientMs);
          const token = await ask(authority, bytes, {
            anchors,
            clock,
            signal: AbortSignal.any([whole, each]),
          });
          authority.failures = 0;
          authority.quietUntil = 0;
          longest = Math.max(longest, token.length);
          last = readTimestamp(token).certificates;
          return token;
        } catch (error) {
          authority.quietUntil = clock() + Math.min(mostQuiet, leastQuiet * 2 ** authority.failures);
          authority.failures += 1;
          report(`${new URL(authority.url).host} gave no timestamp: ${reasonOf(error)}`);
        }
      }
      return undefined;
    },
  };
}

async function ask(
  { url, policy }: Authority,
  bytes: Uint8Array,
  { anchors, clock, signal }: { anchors: readonly Certificate[]; clock: Clock; signal: AbortSignal },
): Promise<Uint8Array> {
  // Positive and without a leading zero byte, which DER would remove.
  const nonce = randomBytes(8);
  nonce[0] = (nonce[0]! & 0x3f) | 0x40;
  const question = { bytes, digest: createHash('sha256').update(bytes).digest(), nonce, policy };
  const reply = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' },
    body: Buffer.from(writeTimestampRequest(question)),
    // Authorities are configured by the operator, so redirects are not followed.
    redirect: 'error',
    signal,
  });
  const type = reply.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (reply.status !== 200 || type !== 'application/timestamp-reply') {
    await reply.body?.cancel();
    throw new UselessAnswer(`it answered with status ${reply.status} and ${type ?? 'no type'}`);
  }
  const answer = await readBounded(reply, maxResponseBytes);
  if (answer === undefined) throw new UselessAnswer('its answer is too long');
  return (await readTimestampAnswer(answer, question, { roots: anchors, now: clock() })).token;
}

/** Returns a short reason without internals of the network library. */
function reasonOf(error: unknown): string {
  if (error instanceof UselessAnswer) return error.message;
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return 'it took too long';
  const { cause } = error;
  return cause instanceof Error ? cause.message : error.message;
}
