import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Call, CallOutcome, OutboundPost, Post, PostOutcome } from '../../ports/outbound-post.ts';
import {
  answered,
  askDns,
  CallFailed,
  connected,
  hostOf,
  problemOf,
  readUrl,
  type Guarded,
} from './guarded-connection.ts';
import { publicAddresses } from './public-addresses.ts';

/** Milliseconds from the DNS query to the end of the response (S-33). */
const patience = 10_000;
/** Bytes read from a response; the rest is ignored. */
const maxRead = 64 * 1024;
/** Maximum bytes of a response that is read completely. */
const maxWhole = 256 * 1024;
/** Characters of a response that are stored. */
const maxKept = 2_000;

type Options = {
  /** Also allows the local machine, even without TLS, for development. */
  withLoopback?: boolean;
  /** Resolves a host name. It is called again for each request. */
  resolve?: (name: string) => Promise<string[]>;
  patienceMs?: number;
  /** Certificate authorities to trust instead of the default ones. */
  ca?: string;
};

export function openGuardedPost(options: Options = {}): OutboundPost {
  const { withLoopback = false, resolve = askDns, patienceMs = patience, ca } = options;
  const networks = publicAddresses({ withLoopback });
  const guard = { networks, withLoopback, resolve };
  return {
    takes: (text) => {
      const url = readUrl(text, guard);
      return url !== undefined && (isIP(hostOf(url)) === 0 || networks.isPublic(hostOf(url)));
    },
    async post(asked) {
      const over = AbortSignal.timeout(patienceMs);
      const signal = AbortSignal.any([over, ...(asked.signal ? [asked.signal] : [])]);
      try {
        return await call(asked, { ...guard, ca, signal });
      } catch (error) {
        return { problem: over.aborted ? 'too-slow' : problemOf(error) };
      }
    },
    async call(asked) {
      const over = AbortSignal.timeout(patienceMs);
      try {
        return await callWhole(asked, { ...guard, ca, signal: over });
      } catch (error) {
        return { problem: over.aborted ? 'too-slow' : problemOf(error) };
      }
    },
  };
}

function call({ url: text, headers, body }: Post, guard: Guarded): Promise<PostOutcome> {
  return connected(text, guard, async (url, socket) => {
    const response = await answered(url, socket, { method: 'POST', headers, body, signal: guard.signal });
    const answer = await readAnswer(response);
    const status = response.statusCode ?? 0;
    const retryAfterMs = waitAsked(response.headers['retry-after']);
    return { status, answer, ...(retryAfterMs !== undefined && { retryAfterMs }) };
  });
}

/**
 * Returns the whole response, for example the metadata and keys of an identity provider that an account
 * configured.
 */
function callWhole({ url: text, ...sent }: Call, guard: Guarded): Promise<CallOutcome> {
  return connected(text, guard, async (url, socket) => {
    const response = await answered(url, socket, { ...sent, signal: guard.signal });
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > maxWhole) throw new CallFailed('answer-broken');
    }
    const headers = Object.fromEntries(
      Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
    );
    return { status: response.statusCode ?? 0, headers, body: Buffer.concat(chunks) };
  });
}

/** Reads the beginning of the body. The status is already known, so an interrupted response still counts. */
async function readAnswer(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= maxRead) break;
    }
  } catch {
    // The part that was received before the interruption is enough.
  }
  response.destroy();
  const text = Buffer.concat(chunks).toString('utf8').replaceAll('\u0000', '');
  return text.slice(0, maxKept);
}

/** Reads Retry-After in seconds. Dates are ignored, because our own retry schedule applies anyway. */
function waitAsked(header: string | undefined): number | undefined {
  return header !== undefined && /^\d{1,7}$/.test(header) ? Number(header) * 1000 : undefined;
}
