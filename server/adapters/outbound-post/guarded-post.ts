import { Resolver } from 'node:dns/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { connect, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type {
  Call,
  CallOutcome,
  OutboundPost,
  Post,
  PostOutcome,
  PostProblem,
} from '../../ports/outbound-post.ts';
import { publicAddresses, type Networks } from './public-addresses.ts';

/** Milliseconds from the DNS query to the end of the response (S-33). */
const patience = 10_000;
/** Bytes read from a response; the rest is ignored. */
const maxRead = 64 * 1024;
/** Maximum bytes of a response that is read completely. */
const maxWhole = 256 * 1024;
/** Characters of a response that are stored. */
const maxKept = 2_000;

type Options = {
  /** Also allows the local machine, without TLS too. For development. */
  withLoopback?: boolean;
  /** Resolves a host name, again for each call. */
  resolve?: (name: string) => Promise<string[]>;
  patienceMs?: number;
  /** Certificate authorities to trust instead of the default ones. */
  ca?: string;
};

/** Carries a reason through Node.js errors. */
class CallFailed extends Error {
  readonly problem: PostProblem;
  constructor(problem: PostProblem) {
    super(problem);
    this.problem = problem;
  }
}

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

type Guard = { networks: Networks; withLoopback: boolean; resolve(name: string): Promise<string[]> };

/**
 * Only allows https on its default port or a high port, without a password in the URL. `URL` has already
 * normalized every spelling of an IPv4 address (decimal, octal, hexadecimal, short, circled digits).
 */
function readUrl(text: string, { withLoopback }: Pick<Guard, 'withLoopback'>): URL | undefined {
  const url = URL.parse(text);
  if (!url || url.username !== '' || url.password !== '' || url.hash !== '') return undefined;
  const own = withLoopback && isOwn(hostOf(url));
  if (url.protocol !== 'https:' && !(own && url.protocol === 'http:')) return undefined;
  if (isOwn(hostOf(url)) && !own) return undefined;
  const port = Number(url.port || '443');
  return port === 443 || port >= 1024 || own ? url : undefined;
}

/** Without the brackets of an IPv6 address and the final dot of a fully qualified name. */
function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}

function isOwn(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || host === '::1' || /^127\./.test(host);
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
 * For callers that need the whole response, such as the metadata and keys of an identity provider that an
 * account configured.
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

type Guarded = Guard & { ca: string | undefined; signal: AbortSignal };

async function connected<Outcome>(
  text: string,
  guard: Guarded,
  talk: (url: URL, socket: Socket) => Promise<Outcome>,
): Promise<Outcome> {
  const url = readUrl(text, guard);
  if (!url) throw new CallFailed('address-refused');
  const socket = await dial(url, await whereTo(hostOf(url), guard), guard);
  try {
    return await talk(url, socket);
  } finally {
    socket.destroy();
  }
}

/** Resolves the host and rejects it if any address is not public (SSRF). */
async function whereTo(host: string, { networks, resolve, signal }: Guard & { signal: AbortSignal }) {
  const addresses = isIP(host) ? [host] : await orAborted(resolve(host), signal);
  if (addresses.length === 0) throw new CallFailed('name-unknown');
  if (!addresses.every((address) => isIP(address) !== 0 && networks.isPublic(address))) {
    throw new CallFailed('address-refused');
  }
  return addresses;
}

/**
 * Connects only to one of the checked addresses. The name is not resolved again, so a changed DNS response
 * has no effect, and the block list is checked again for the address actually used. Each call has its own
 * connection, because a kept-alive one would bypass these checks.
 */
async function dial(
  url: URL,
  addresses: readonly string[],
  { networks, ca, signal }: Guard & { ca: string | undefined; signal: AbortSignal },
): Promise<Socket> {
  const lookup: LookupFunction = (_name, options, done) => {
    const known = addresses.map((address) => ({ address, family: isIP(address) }));
    if (options.all) done(null, known);
    else done(null, known[0]!.address, known[0]!.family);
  };
  const port = Number(url.port || (url.protocol === 'http:' ? '80' : '443'));
  const host = hostOf(url);
  const tcp = connect({ host, port, lookup, blockList: networks.blocked, autoSelectFamily: true });
  await opened(tcp, 'connect', signal);
  if (url.protocol === 'http:') return tcp;
  const servername = isIP(host) ? '' : host;
  const tls = connectTls({ socket: tcp, host, servername, ...(ca !== undefined && { ca }) });
  await opened(tls, 'secureConnect', signal).catch((error: unknown) => {
    throw signal.aborted ? error : new CallFailed('tls-failed');
  });
  return tls;
}

function opened(socket: Socket, event: 'connect' | 'secureConnect', signal: AbortSignal): Promise<void> {
  return new Promise((done, fail) => {
    const stop = (): void => void socket.destroy(new CallFailed('too-slow'));
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    // Remains registered, so that later socket errors do not crash the process.
    socket.on('error', fail);
    socket.on('close', () => fail(new CallFailed('unreachable')));
    socket.once(event, () => {
      signal.removeEventListener('abort', stop);
      done();
    });
  });
}

type Sent = Pick<Call, 'method' | 'headers' | 'body'> & { signal: AbortSignal };

function answered(url: URL, socket: Socket, sent: Sent): Promise<IncomingMessage> {
  const { method, headers, body, signal } = sent;
  const request = (url.protocol === 'http:' ? httpRequest : httpsRequest)(url, {
    method,
    headers: {
      ...headers,
      ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
      connection: 'close',
    },
    createConnection: () => socket,
    maxHeaderSize: 16 * 1024,
    signal,
  });
  request.end(body);
  return new Promise((done, fail) => {
    request.once('response', done);
    request.on('error', () => fail(new CallFailed('answer-broken')));
    // Rejects protocol upgrades.
    request.once('upgrade', () => request.destroy(new CallFailed('answer-broken')));
  });
}

/** Reads the beginning of the body. The status is known by then, so an interrupted response still counts. */
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
    // An interrupted response counts as far as it was received.
  }
  response.destroy();
  const text = Buffer.concat(chunks).toString('utf8').replaceAll('\u0000', '');
  return text.slice(0, maxKept);
}

/** In seconds. Dates are ignored, since our own retry schedule applies as well. */
function waitAsked(header: string | undefined): number | undefined {
  return header !== undefined && /^\d{1,7}$/.test(header) ? Number(header) * 1000 : undefined;
}

/**
 * Queries name servers directly. The system's lookup has few threads, and a slow name would also delay file
 * operations.
 */
async function askDns(name: string): Promise<string[]> {
  if (isOwn(name)) return ['127.0.0.1', '::1'];
  const resolver = new Resolver({ timeout: 2_500, tries: 2 });
  const asked = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  return asked.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
}

function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((done, fail) => {
    signal.addEventListener('abort', () => fail(new CallFailed('too-slow')), { once: true });
    work.then(done, () => fail(new CallFailed('name-unknown')));
  });
}

function problemOf(error: unknown): PostProblem {
  if (error instanceof CallFailed) return error.problem;
  const code = (error as { code?: unknown } | null)?.code;
  return code === 'ERR_IP_BLOCKED' ? 'address-refused' : 'unreachable';
}
