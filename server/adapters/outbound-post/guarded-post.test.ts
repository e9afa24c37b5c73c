import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openReceiver } from '#testing/servers/webhook-receiver.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { openGuardedPost } from './guarded-post.ts';
import { publicAddresses } from './public-addresses.ts';

const hello = { headers: { 'content-type': 'application/json' }, body: '{}' };
const leadsTo = (...addresses: string[]) => ({ resolve: async () => addresses });

/** Starts a server that counts all connections to this machine before any data is exchanged. */
async function openInnerService(): Promise<{ port: number; connections(): number }> {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { port: (server.address() as AddressInfo).port, connections: () => connections };
}

describe('attempts by Mallory to make the server call its internal network (S-33)', () => {
  test.each([
    '127.0.0.1',
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '0177.0.0.1',
    '127.1',
    '①②⑦.⓪.⓪.①',
    '127。0。0。1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '0.0.0.0',
    '0',
    'localhost',
    'LOCALHOST.',
    'inner.localhost',
  ])('rejects the local machine spelled as %s', async (host) => {
    const inner = await openInnerService();
    const post = openGuardedPost();
    const url = `https://${host}:${inner.port}/`;
    expect(await post.post({ ...hello, url })).toEqual({ problem: 'address-refused' });
    expect(post.takes(url)).toBe(false);
    expect(inner.connections()).toBe(0);
  });

  test.each([
    ['a private network', '10.1.2.3'],
    ['another', '172.31.255.1'],
    ['a third', '192.168.0.1'],
    ['carrier-grade NAT', '100.64.0.1'],
    ['link-local addresses', '169.254.1.1'],
    ['a cloud metadata service', '169.254.169.254'],
    ['Azure’s metadata service', '168.63.129.16'],
    ['AWS’s metadata service over IPv6', 'fd00:ec2::254'],
    ['unique local addresses', 'fc00::1'],
    ['link-local IPv6', 'fe80::1'],
    ['site-local IPv6', 'fec0::1'],
    ['NAT64', '64:ff9b::a9fe:a9fe'],
    ['local NAT64', '64:ff9b:1::a00:1'],
    ['6to4', '2002:0a00:0001::1'],
    ['Teredo', '2001:0:a00:1::'],
    ['an IPv4-mapped address', '::ffff:10.0.0.1'],
    ['an IPv4-compatible address', '::10.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['multicast', '224.0.0.1'],
    ['benchmarks', '198.18.0.1'],
    ['documentation', '203.0.113.7'],
  ])('rejects a name that resolves to %s', async (_where, address) => {
    const post = openGuardedPost(leadsTo(address));
    expect(await post.post({ ...hello, url: 'https://hooks.mallory.example/' })).toEqual({
      problem: 'address-refused',
    });
  });

  test('rejects a name with both a public and a private address', async () => {
    const post = openGuardedPost(leadsTo('8.8.8.8', '127.0.0.1'));
    expect(await post.post({ ...hello, url: 'https://hooks.mallory.example/' })).toEqual({
      problem: 'address-refused',
    });
  });

  test('resolves the name once per call and connects to the checked address, even if DNS changes', async () => {
    const receiver = await openReceiver();
    const answers = [['127.0.0.1'], ['10.0.0.1'], ['127.0.0.1']];
    let asked = 0;
    const post = openGuardedPost({ withLoopback: true, resolve: async () => answers[asked++] ?? [] });
    const url = `http://receiver.localhost:${receiver.port}/`;
    expect(await post.post({ ...hello, url })).toMatchObject({ status: 204 });
    expect(asked).toBe(1);
    expect(await post.post({ ...hello, url })).toEqual({ problem: 'address-refused' });
    expect(await post.post({ ...hello, url })).toMatchObject({ status: 204 });
    expect([asked, receiver.received.length]).toEqual([3, 2]);
  });

  test('does not follow redirects', async () => {
    const inner = await openInnerService();
    const receiver = await openReceiver();
    receiver.plan({ status: 302, headers: { location: `http://127.0.0.1:${inner.port}/` } });
    const post = openGuardedPost({ withLoopback: true });
    expect(await post.post({ ...hello, url: receiver.url })).toMatchObject({ status: 302 });
    expect(inner.connections()).toBe(0);
  });

  test.each([
    'http://hooks.harbour.example/',
    'ftp://hooks.harbour.example/',
    'file:///etc/passwd',
    'https://ada:secret@hooks.harbour.example/',
    'https://hooks.harbour.example/#part',
    'https://hooks.harbour.example:25/',
    'https://hooks.harbour.example:22/',
    'https://hooks.harbour.example:80/',
    'not an address',
    '',
  ])('rejects an invalid webhook URL: %s', async (url) => {
    const post = openGuardedPost(leadsTo('8.8.8.8'));
    expect(post.takes(url)).toBe(false);
    expect(await post.post({ ...hello, url })).toEqual({ problem: 'address-refused' });
  });

  test('accepts public addresses with or without a port', () => {
    const post = openGuardedPost();
    for (const host of [
      'hooks.harbour.example',
      'hooks.harbour.example:8443',
      '8.8.8.8',
      '[2606:4700::1111]',
    ]) {
      expect(post.takes(`https://${host}/take?it=1`)).toBe(true);
    }
    const { isPublic } = publicAddresses();
    expect(['1.1.1.1', '172.32.0.1', '192.167.1.1', '2001:4860:4860::8888'].every(isPublic)).toBe(true);
  });
});

describe('misbehaving receivers', () => {
  test('times out if the receiver never responds or never closes the connection', async () => {
    const receiver = await openReceiver();
    receiver.plan('hang');
    const post = openGuardedPost({ withLoopback: true, patienceMs: 100 });
    expect(await post.post({ ...hello, url: receiver.url })).toEqual({ problem: 'too-slow' });
    expect(receiver.received).toHaveLength(1);
  });

  test('distinguishes a receiver that disconnects from one that is unreachable', async () => {
    const receiver = await openReceiver();
    receiver.plan('cut');
    const post = openGuardedPost({ withLoopback: true });
    expect(await post.post({ ...hello, url: receiver.url })).toEqual({ problem: 'answer-broken' });
    await receiver.close();
    expect(await post.post({ ...hello, url: receiver.url })).toEqual({ problem: 'unreachable' });
    const nobody = openGuardedPost({ resolve: async () => Promise.reject(new Error('ENOTFOUND')) });
    expect(await nobody.post({ ...hello, url: 'https://gone.harbour.example/' })).toEqual({
      problem: 'name-unknown',
    });
  });

  test('counts only the first response on a connection', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => {
        socket.write('HTTP/1.1 204 No Content\r\n\r\nHTTP/1.1 500 Internal Server Error\r\n\r\n');
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const post = openGuardedPost({ withLoopback: true });
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    expect(await post.post({ ...hello, url })).toEqual({ status: 204, answer: '' });
  });

  test('a response that is not HTTP counts as no response', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.end('SSH-2.0-OpenSSH_9.2\r\n');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const post = openGuardedPost({ withLoopback: true });
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    expect(await post.post({ ...hello, url })).toEqual({ problem: 'answer-broken' });
  });

  test('reads only the beginning of an endless response', async () => {
    const receiver = await openReceiver();
    receiver.plan({ status: 500, body: 'no\u0000 '.repeat(1_000_000), headers: { 'retry-after': '120' } });
    const post = openGuardedPost({ withLoopback: true });
    const outcome = await post.post({ ...hello, url: receiver.url });
    expect(outcome).toMatchObject({ status: 500, retryAfterMs: 120_000 });
    expect('answer' in outcome && outcome.answer).toMatch(/^(no ){666}no$/);
  });
});

describe('TLS', () => {
  const folder = temporaryFolder();
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  beforeAll(() => {
    execFileSync(
      'openssl',
      [
        ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'],
        ...['-subj', '/CN=hooks.harbour.example', '-addext', 'subjectAltName=DNS:hooks.harbour.example'],
        ...['-keyout', key, '-out', cert],
      ],
      { stdio: 'ignore' },
    );
  });
  const read = () => ({ key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') });

  test('requires a valid certificate for the host name', async () => {
    const tls = read();
    const receiver = await openReceiver({ tls });
    const here = { withLoopback: true, ...leadsTo('127.0.0.1') };
    const url = `https://hooks.harbour.example:${receiver.port}/hooks`;
    const post = openGuardedPost({ ...here, ca: tls.cert });
    expect(await post.post({ ...hello, url })).toMatchObject({ status: 204 });
    expect(receiver.received[0]?.headers.host).toBe(`hooks.harbour.example:${receiver.port}`);

    const other = url.replace('hooks.', 'other.');
    expect(await post.post({ ...hello, url: other })).toEqual({ problem: 'tls-failed' });
    expect(await openGuardedPost(here).post({ ...hello, url })).toEqual({ problem: 'tls-failed' });
    expect(receiver.received).toHaveLength(1);
  });
});
