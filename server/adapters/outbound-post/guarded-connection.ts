import { Resolver } from 'node:dns/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { connect, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { PostProblem } from '../../ports/outbound-post.ts';
import type { Networks } from './public-addresses.ts';

/** A failed call with its reason. As an Error, it can pass through Node.js callbacks. */
export class CallFailed extends Error {
  readonly problem: PostProblem;
  constructor(problem: PostProblem) {
    super(problem);
    this.problem = problem;
  }
}

/** The addresses that may be called, and how names are resolved. */
export type Guard = { networks: Networks; withLoopback: boolean; resolve(name: string): Promise<string[]> };

/**
 * Returns the URL if it is allowed: https on its default port or a high port, without a password. `URL` has
 * already normalized every spelling of an IPv4 address (decimal, octal, hexadecimal, short, circled digits).
 */
export function readUrl(text: string, { withLoopback }: Pick<Guard, 'withLoopback'>): URL | undefined {
  const url = URL.parse(text);
  if (!url || url.username !== '' || url.password !== '' || url.hash !== '') return undefined;
  const own = withLoopback && isOwn(hostOf(url));
  if (url.protocol !== 'https:' && !(own && url.protocol === 'http:')) return undefined;
  if (isOwn(hostOf(url)) && !own) return undefined;
  const port = Number(url.port || '443');
  return port === 443 || port >= 1024 || own ? url : undefined;
}

/** Returns the host without the brackets of an IPv6 address or the final dot of a fully qualified name. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}

function isOwn(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || host === '::1' || /^127\./.test(host);
}

export type Guarded = Guard & { ca: string | undefined; signal: AbortSignal };

/** Opens one connection to the URL, passes it to `talk`, and closes it afterwards. */
export async function connected<Outcome>(
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

/** Resolves the host, and rejects it if any of its addresses is not public (SSRF). */
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
 * has no effect, and the block list is applied again to the address actually used. Each call opens its own
 * connection, because a reused one would bypass these checks.
 */
async function dial(url: URL, addresses: readonly string[], guard: Guarded): Promise<Socket> {
  const { ca, signal } = guard;
  const host = hostOf(url);
  const port = Number(url.port || (url.protocol === 'http:' ? '80' : '443'));
  const tcp = await dialTcp({ host, port }, addresses, guard);
  if (url.protocol === 'http:') return tcp;
  const servername = isIP(host) ? '' : host;
  const tls = connectTls({ socket: tcp, host, servername, ...(ca !== undefined && { ca }) });
  await opened(tls, 'secureConnect', signal).catch((error: unknown) => {
    throw signal.aborted ? error : new CallFailed('tls-failed');
  });
  return tls;
}

async function dialTcp(
  { host, port }: { host: string; port: number },
  addresses: readonly string[],
  { networks, signal }: Guarded,
): Promise<Socket> {
  const lookup: LookupFunction = (_name, options, done) => {
    const known = addresses.map((address) => ({ address, family: isIP(address) }));
    if (options.all) done(null, known);
    else done(null, known[0]!.address, known[0]!.family);
  };
  const tcp = connect({ host, port, lookup, blockList: networks.blocked, autoSelectFamily: true });
  await opened(tcp, 'connect', signal);
  return tcp;
}

/** Opens a connection for a protocol other than HTTP, with the same checks. */
export async function connectTcp(at: { host: string; port: number }, guard: Guarded): Promise<Socket> {
  return dialTcp(at, await whereTo(at.host, guard), guard);
}

function opened(socket: Socket, event: 'connect' | 'secureConnect', signal: AbortSignal): Promise<void> {
  return new Promise((done, fail) => {
    const stop = (): void => void socket.destroy(new CallFailed('too-slow'));
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    // This listener is never removed, so that later socket errors do not crash the process.
    socket.on('error', fail);
    socket.on('close', () => fail(new CallFailed('unreachable')));
    socket.once(event, () => {
      signal.removeEventListener('abort', stop);
      done();
    });
  });
}

type Sent = {
  method: string;
  headers: Readonly<Record<string, string>>;
  body?: string | Uint8Array | undefined;
  signal: AbortSignal;
};

/** Sends one request over the connection. Resolves with the response before its body is read. */
export function answered(url: URL, socket: Socket, sent: Sent): Promise<IncomingMessage> {
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

/**
 * Queries name servers directly. The system's lookup has few threads, and a slow name would also delay file
 * operations.
 */
export async function askDns(name: string): Promise<string[]> {
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

export function problemOf(error: unknown): PostProblem {
  if (error instanceof CallFailed) return error.problem;
  const code = (error as { code?: unknown } | null)?.code;
  return code === 'ERR_IP_BLOCKED' ? 'address-refused' : 'unreachable';
}
