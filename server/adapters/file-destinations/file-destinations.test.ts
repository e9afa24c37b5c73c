import { Webhook } from 'standardwebhooks';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Place } from '#core/destination/kinds.ts';
import { longRun } from '#testing/long-run.ts';
import { longTest } from '#testing/long-test.ts';
import {
  sftpMissing,
  startDebianSftp,
  startDebianWebDav,
  webDavMissing,
} from '#testing/servers/debian-places.ts';
import { startS3Place } from '#testing/servers/s3-places.ts';
import { s3Credentials, startS3Server } from '#testing/servers/s3-server.ts';
import { startSftp } from '#testing/servers/sftp-server.ts';
import { startWebDav } from '#testing/servers/webdav-server.ts';
import {
  destinationsHere,
  fileDestinationSuite,
  fileToDeliver,
  neverAborted,
} from '#testing/suites/file-destination.suite.ts';
import { openReceiver } from '#testing/servers/webhook-receiver.ts';
import { signedFileHeaders } from '#server/messages/destinations/secrets.ts';
import { openFileDestinations } from './open-file-destinations.ts';

const destinations = destinationsHere;

fileDestinationSuite('a WebDAV server', startWebDav);
fileDestinationSuite('an S3 server', startS3Place);
fileDestinationSuite('an SFTP server', startSftp);

describe.runIf(longRun && !webDavMissing)('Debian’s WebDAV server', () => {
  fileDestinationSuite('lighttpd with WebDAV', startDebianWebDav);
});
describe.runIf(longRun && !sftpMissing)('Debian’s SFTP server', () => {
  fileDestinationSuite('OpenSSH', startDebianSftp);
});

test.each([
  ['WebDAV', startWebDav],
  ['SFTP', startSftp],
])('a file that %s returns with other bytes counts as not delivered', async (_name, start) => {
  const { place, secret, fail, stop } = await start();
  onTestFinished(stop);
  await fail('corrupt');
  expect(await destinations.put(place, secret, fileToDeliver('a.pdf'), neverAborted)).toMatchObject({
    problem: 'file-differs',
  });
});

longTest('a later SFTP connection must have the host key of the first one', async () => {
  const { place, secret, newHostKey, stop } = await startSftp();
  onTestFinished(stop);
  const first = await destinations.put(place, secret, fileToDeliver('a.pdf'), neverAborted);
  const hostKey = 'hostKey' in first ? first.hostKey! : '';
  expect(hostKey).toMatch(/^SHA256:[A-Za-z0-9+/]{43}$/);
  const known = { ...place, hostKey } as Place;
  expect(await destinations.put(known, secret, fileToDeliver('b.pdf'), neverAborted)).toHaveProperty(
    'confirmed',
  );
  await newHostKey();
  expect(await destinations.put(known, secret, fileToDeliver('c.pdf'), neverAborted)).toMatchObject({
    problem: 'host-key-changed',
  });
});

test('an object in a bucket with Object Lock reports until when it is locked', async () => {
  const server = await startS3Server();
  onTestFinished(() => server.stop());
  const place: Place = {
    ...{ kind: 's3', endpoint: server.endpoint, region: 'us-east-1', bucket: server.bucket, prefix: '' },
    ...{ accessKeyId: s3Credentials.accessKeyId, lockDays: 3650, lockMode: 'COMPLIANCE' },
  };
  const at = Date.parse('2026-11-27T12:00:00Z');
  const locking = openFileDestinations({ clock: () => at, withLoopback: true });
  await locking.put(place, s3Credentials.secretAccessKey, fileToDeliver('a.pdf'), neverAborted);
  expect(server.objects.get('a.pdf')?.lock).toEqual({
    mode: 'COMPLIANCE',
    until: '2036-11-24T12:00:00.000Z',
  });
});

test('a receiver of HTTPS requests can verify the origin of a file with the signing secret', async () => {
  const receiver = await openReceiver();
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const file = fileToDeliver('2026/Lease.pdf');
  const headers = signedFileHeaders(secret, 'destination.document', file.bytes, Date.now());
  const place: Place = { kind: 'https', url: receiver.url };
  expect(await destinations.put(place, secret, { ...file, headers }, neverAborted)).toEqual({
    confirmed: 'accepted',
  });
  const [received] = receiver.received;
  expect(received!.headers['content-disposition']).toBe("attachment; filename*=UTF-8''Lease.pdf");
  expect(received!.body).toBe(file.bytes.toString());
  const at = new Date(Number(received!.headers['webhook-timestamp']) * 1000);
  expect(received!.headers['webhook-signature']).toBe(
    new Webhook(secret).sign('destination.document', at, received!.body),
  );
});

describe('addresses inside our network', () => {
  const guarded = openFileDestinations({ clock: Date.now, resolve: () => Promise.resolve(['10.1.2.3']) });
  const s3 = {
    region: 'r',
    bucket: 'b-b',
    prefix: '',
    accessKeyId: 'a',
    lockDays: null,
    lockMode: 'GOVERNANCE',
  };
  test.each<Place>([
    { kind: 'webdav', url: 'https://10.1.2.3/files', user: 'grace' },
    { kind: 'webdav', url: 'http://cloud.example/files', user: 'grace' },
    { kind: 'https', url: 'https://localhost/in' },
    { kind: 's3', endpoint: 'https://169.254.169.254', ...s3 } as Place,
    { kind: 'sftp', host: '127.0.0.1', port: 22, user: 'grace', folder: '', hostKey: null },
    { kind: 'sftp', host: '127.1', port: 22, user: 'grace', folder: '', hostKey: null },
    { kind: 'sftp', host: '::ffff:10.0.0.1', port: 22, user: 'grace', folder: '', hostKey: null },
    { kind: 'sftp', host: 'files.example', port: 25, user: 'grace', folder: '', hostKey: null },
  ])('an address inside our network is refused: %j', (place) => {
    expect(guarded.takes(place)).toBe(false);
  });

  test.each<Place>([
    { kind: 'webdav', url: 'https://cloud.example/files', user: 'grace' },
    { kind: 's3', endpoint: 'https://s3.example', ...s3 } as Place,
    { kind: 'sftp', host: 'files.example', port: 22, user: 'grace', folder: '', hostKey: null },
    { kind: 'https', url: 'https://archive.example/in' },
  ])('a name that resolves to an address inside our network is refused: %j', async (place) => {
    expect(guarded.takes(place)).toBe(true);
    expect(await guarded.put(place, 'secret', fileToDeliver('a.pdf'), neverAborted)).toMatchObject({
      problem: 'address-refused',
    });
  });

  test('addresses in networks that the operator has allowed can be used', async () => {
    const { place, secret, stop } = await startSftp();
    onTestFinished(stop);
    const named = { ...place, host: 'files.example' } as Place;
    const opened = (allowed: string[]) =>
      openFileDestinations({ clock: Date.now, allowed, resolve: () => Promise.resolve(['127.0.0.1']) });
    expect(
      await opened(['127.0.0.0/8']).put(named, secret, fileToDeliver('a.pdf'), neverAborted),
    ).toHaveProperty('confirmed');
    expect(
      await opened(['10.0.0.0/8']).put(named, secret, fileToDeliver('a.pdf'), neverAborted),
    ).toMatchObject({
      problem: 'address-refused',
    });
  });
});
