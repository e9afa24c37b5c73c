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

/** From asking for the name to the end of the answer, in ms (S-33). */
const patience = 10_000;
/** Bytes that are read of an answer; the rest is not waited for. */
const mostRead = 64 * 1024;
/** Bytes of an answer that is read whole. */
const mostWhole = 256 * 1024;
/** Characters of an answer that are kept. */
const mostKept = 2_000;

type Options = {
  /** Also calls this machine, without TLS as well: for development. */
  withLoopback?: boolean;
  /** Where a name leads to; asked anew for each call. */
  resolve?: (name: string) => Promise<string[]>;
  patienceMs?: number;
  /** Certificates of authorities that are trusted instead of the usual ones. */
  ca?: string;
};

/** Carries a reason through the errors of Node's own parts. */
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
 * Only https on its own port or a high one is called, without a password in the address. `URL` has turned every
 * spelling of an IPv4 address (decimal, octal, hexadecimal, short, circled digits) into the usual one.
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

/** Without the brackets around an IPv6 address, and without the dot that ends a full name. */
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

/** For whoever has to read the whole answer, such as the metadata and keys of a provider that an account chose. */
function callWhole({ url: text, ...sent }: Call, guard: Guarded): Promise<CallOutcome> {
  return connected(text, guard, async (url, socket) => {
    const response = await answered(url, socket, { ...sent, signal: guard.signal });
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > mostWhole) throw new CallFailed('answer-broken');
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

/** The addresses behind a name, all of them public: one that is not condemns the name. */
async function whereTo(host: string, { networks, resolve, signal }: Guard & { signal: AbortSignal }) {
  const addresses = isIP(host) ? [host] : await orAborted(resolve(host), signal);
  if (addresses.length === 0) throw new CallFailed('name-unknown');
  if (!addresses.every((address) => isIP(address) !== 0 && networks.isPublic(address))) {
    throw new CallFailed('address-refused');
  }
  return addresses;
}

/**
 * Connects to one of the checked addresses and nothing else: the name is not asked for again, so an answer that changes
 * meanwhile changes nothing, and the block list is asked once more for the address that is really dialled. Each call has
 * a connection of its own, since one that is kept would be used without any of this.
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
    // Stays, so that what happens to the socket later ends no process.
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
    // Nobody is upgraded to anything.
    request.once('upgrade', () => request.destroy(new CallFailed('answer-broken')));
  });
}

/** The beginning of the body. It has said its status by then, so one that breaks off has still answered. */
async function readAnswer(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= mostRead) break;
    }
  } catch {
    // An answer that was cut off counts as far as it came.
  }
  response.destroy();
  const text = Buffer.concat(chunks).toString('utf8').replaceAll('\u0000', '');
  return text.slice(0, mostKept);
}

/** Seconds; a date is not looked at, since our own schedule waits as well. */
function waitAsked(header: string | undefined): number | undefined {
  return header !== undefined && /^\d{1,7}$/.test(header) ? Number(header) * 1000 : undefined;
}

/** Straight to the name servers: the system's own lookup has few threads, and a slow name would hold up files too. */
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
