import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { DestinationView, FileDeliveryView } from '#contract/messages/destinations.ts';
import { openFileDestinations } from '#server/adapters/file-destinations/open-file-destinations.ts';
import { grace, linus } from '#testing/cast.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import { openDesk, type Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { longRun } from '#testing/long-run.ts';
import { cephMissing, startCeph, type Ceph } from '#testing/servers/ceph.ts';
import {
  sftpMissing,
  startDebianSftp,
  startDebianWebDav,
  webDavMissing,
} from '#testing/servers/debian-places.ts';
import { openCephPlace, startS3Place } from '#testing/servers/s3-places.ts';
import { startSftp } from '#testing/servers/sftp-server.ts';
import type { TestPlace } from '#testing/servers/test-place.ts';
import { startWebDav } from '#testing/servers/webdav-server.ts';
import { makePdf } from '#testing/pdfs/make-pdf.ts';
import { deliverDueFiles, openTurns } from './watch-destinations.ts';

const hour = 3_600_000;
const day = 24 * hour;
const settings = { name: 'Archive', pattern: '{year}/{title} {id}', window: null };
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
const never = new AbortController().signal;

/** Opens Ada's account with a destination on a WebDAV server. */
type Archive = { desk: Desk; cloud: TestPlace; id: string };

describeOnOneDatabase('destinations of completed files', (open) => {
  let office: Office;
  beforeAll(async () => {
    office = await openOffice(await open(), { working: false });
    await office.product.jobs.work(office.product.jobHandlers);
  });

  const deliver = () => deliverDueFiles(office.product.services, never);
  const openArchive = async (
    change = {},
    start: () => Promise<TestPlace> = startWebDav,
  ): Promise<Archive> => {
    const [desk, cloud] = [await office.desk(), await start()];
    onTestFinished(() => cloud.stop());
    const { body } = await desk.post<{ destination: DestinationView }>('/api/destinations', {
      ...{ ...settings, place: cloud.place, secret: cloud.secret },
      ...change,
    });
    return { desk, cloud, id: body.destination.id };
  };
  const viewOf = async ({ desk, id }: Archive) =>
    (await desk.ask<DestinationView[]>('/api/destinations')).body.find((one) => one.id === id)!;
  const filesOf = async ({ desk, id }: Archive, state: 'missing' | 'delivered') =>
    (await desk.ask<FileDeliveryView[]>(`/api/destinations/${id}/deliveries?state=${state}`)).body;
  const pathOf = (id: string) => `${new Date(office.now()).getUTCFullYear()}/lease ${id.slice(-12)}.pdf`;
  /** Advances the clock and signs Ada in again, because sessions do not last for days. */
  const pass = async (archive: Archive, ms: number): Promise<void> => {
    office.wait(ms);
    const { accountId, userId } = archive.desk;
    const session = await office.product.app.sessions.begin({ accountId, userId }, undefined);
    archive.desk = openDesk(office, { accountId, userId, cookie: `sid=${session}` });
  };

  test('destinations get every completed file, and the audit trail has a receipt with its hash', async () => {
    const archive = await openArchive();
    const { desk, cloud } = archive;
    const { id } = await desk.signed(sampleLease(), [{ ...grace, role: 'signer' }]);
    await deliver();
    const download = await desk.ask(`/api/documents/${id}/download`);
    expect(await cloud.read(pathOf(id))).toEqual(download.bytes);
    const [file] = await filesOf(archive, 'delivered');
    expect(file).toMatchObject({ documentId: id, title: 'lease', state: 'delivered' });
    const trail = await desk.ask<{ events: { type: string; data: object }[] }>(`/api/documents/${id}/trail`);
    const receipts = trail.body.events.filter(({ type }) => type === 'copy_delivered');
    expect(receipts).toHaveLength(1);
    expect(JSON.stringify(receipts[0])).toContain(file!.sha256);
    expect(await viewOf(archive)).toMatchObject({
      counts: { waiting: 0, delivered: 1, failed: 0 },
      problem: null,
    });
    await deliver();
    expect(await filesOf(archive, 'delivered')).toHaveLength(1);
  });

  test('destinations get each separately sealed file and the certificate in a folder named after the document', async () => {
    const archive = await openArchive();
    const { desk, cloud } = archive;
    const sent = await desk.post<{ id: string }>('/api/documents/send', {
      title: 'Hire of Grace',
      file: {
        name: 'mandate.pdf',
        base64: base64(makePdf({ pages: [{ text: 'Mandate {{signature:1}}' }] })),
      },
      moreFiles: [
        { name: 'pay.pdf', base64: base64(makePdf({ pages: [{ text: 'Pay 4000' }] })), title: 'Pay/4000' },
      ],
      recipients: [grace],
      ...{ separateFiles: true, separateCertificate: true },
    });
    await office.settled();
    expect((await desk.signer(grace.email).sign()).status).toBe(200);
    await office.settled();
    await deliver();
    const { id } = sent.body;
    const { files } = await desk.read(id);
    const folder = `${new Date(office.now()).getUTCFullYear()}/Hire of Grace ${id.slice(-12)}`;
    const download = async (file = ''): Promise<Uint8Array> =>
      (await desk.ask(`/api/documents/${id}/download${file}`)).bytes;
    expect(await cloud.read(`${folder}.pdf`)).toEqual(await download());
    expect(await cloud.read(`${folder}/1 mandate.pdf`)).toEqual(await download(`?file=${files[0]!.id}`));
    expect(await cloud.read(`${folder}/2 Pay 4000.pdf`)).toEqual(await download(`?file=${files[1]!.id}`));
    expect(await cloud.read(`${folder}/certificate.pdf`)).toEqual(await download('?file=certificate'));
    const delivered = await filesOf(archive, 'delivered');
    expect(delivered.map(({ fileId, fileTitle }) => [fileId, fileTitle])).toEqual(
      expect.arrayContaining([
        [null, null],
        [files[0]!.id, 'mandate'],
        [files[1]!.id, 'Pay/4000'],
        ['certificate', null],
      ]),
    );
    expect(new Set(delivered.map(({ sha256 }) => sha256)).size).toBe(4);
    const after = async (part: string): Promise<number> =>
      (await desk.ask<FileDeliveryView[]>(`/api/destinations/${archive.id}/deliveries?cursor=${id}.${part}`))
        .body.length;
    expect([await after(''), await after('certificate')]).toEqual([3, 0]);
    // Adding earlier documents does not add a file twice.
    const again = await desk.post<{ added: number }>(`/api/destinations/${archive.id}/deliveries`, {
      since: new Date(office.now()).toISOString().slice(0, 10),
    });
    expect(again.body).toEqual({ added: 0 });
  });

  test('destinations get no separately sealed file that the audit trail does not name', async () => {
    const archive = await openArchive();
    const { desk } = archive;
    const sent = await desk.post<{ id: string }>('/api/documents/send', {
      title: 'Mandate',
      file: {
        name: 'mandate.pdf',
        base64: base64(makePdf({ pages: [{ text: 'Mandate {{signature:1}}' }] })),
      },
      recipients: [grace],
      separateCertificate: true,
    });
    await office.settled();
    await desk.signer(grace.email).sign();
    await office.settled();
    await office.ports.database.db
      .updateTable('documents')
      .set(({ ref }) => ({
        sealed_files: sql`jsonb_set(sealed_files, '{0,sha256}', to_jsonb(${ref('sealed_sha256')}))`,
      }))
      .where('id', '=', sent.body.id)
      .execute();
    await deliver();
    expect(await filesOf(archive, 'missing')).toMatchObject([
      { fileId: 'certificate', problem: 'file-unavailable' },
    ]);
    expect(await filesOf(archive, 'delivered')).toMatchObject([{ fileId: null }]);
  });

  let ceph: Promise<Ceph> | undefined;
  afterAll(async () => (await ceph)?.stop());
  const startCephPlace = async () => openCephPlace(await (ceph ??= startCeph()));
  const faults = ['down', 'full', 'access'] as const;
  type Server = [name: string, start: () => Promise<TestPlace>, faults: readonly (typeof faults)[number][]];
  const servers: Server[] = [
    ['a WebDAV server', startWebDav, faults],
    ['an S3 server', startS3Place, longRun ? faults : ['down']],
    ['an SFTP server', startSftp, longRun ? faults : ['down']],
    ...(longRun && !webDavMissing ? [['lighttpd', startDebianWebDav, faults] satisfies Server] : []),
    ...(longRun && !sftpMissing ? [['OpenSSH', startDebianSftp, faults] satisfies Server] : []),
    ...(longRun && !cephMissing ? [['Ceph', startCephPlace, faults] satisfies Server] : []),
  ];

  test.each(servers.flatMap(([name, start, some]) => some.map((fault) => ({ name, start, fault }))))(
    'destinations get all files after two days of $fault of $name, and the owner is notified after one day',
    async ({ start, fault }) => {
      office.post.mails.splice(0);
      const archive = await openArchive({}, start);
      const { cloud } = archive;
      await cloud.fail(fault);
      const { id } = await archive.desk.signed(sampleLease(), [{ ...grace, role: 'signer' }]);
      await deliver();
      expect(await viewOf(archive)).toMatchObject({
        on: true,
        counts: { waiting: 1 },
        failingSince: expect.any(String) as string,
      });
      for (let hours = 0; hours < 48; hours += 1) {
        await pass(archive, hour);
        await deliver();
      }
      await office.settled();
      const mails = office.post.mails.filter(({ subject }) =>
        subject.includes('not delivered to a destination'),
      );
      expect(mails).toHaveLength(1);
      await cloud.fail(undefined);
      for (let hours = 0; hours < 14; hours += 1) {
        await pass(archive, hour);
        await deliver();
      }
      expect(await cloud.read(pathOf(id))).toBeDefined();
      expect(await viewOf(archive)).toMatchObject({
        counts: { waiting: 0, delivered: 1 },
        failingSince: null,
      });
    },
    // On a busy machine, starting Ceph and its commands takes tens of seconds.
    240_000,
  );

  test('destinations are turned off after four weeks, and get all missing files when they are turned on again', async () => {
    const archive = await openArchive();
    await archive.cloud.fail('access');
    const first = await archive.desk.signed(sampleLease(), [{ ...grace, role: 'signer' }]);
    for (let half = 0; half < 60; half += 1) {
      await deliver();
      await pass(archive, 13 * hour);
    }
    const second = await archive.desk.signed(sampleLease(), [{ ...linus, role: 'signer' }]);
    expect(await viewOf(archive)).toMatchObject({
      on: false,
      disabledReason: 'failing',
      problem: 'sign-in-refused',
    });
    expect((await filesOf(archive, 'missing')).map(({ documentId }) => documentId)).toEqual([
      second.id,
      first.id,
    ]);
    await archive.cloud.fail(undefined);
    await archive.desk.patch(`/api/destinations/${archive.id}`, { on: true });
    await deliver();
    expect(await filesOf(archive, 'missing')).toEqual([]);
    expect(await filesOf(archive, 'delivered')).toHaveLength(2);
  });

  test('destinations get no files outside their delivery hours', async () => {
    const at = new Date(office.now());
    const minute = at.getUTCHours() * 60 + at.getUTCMinutes();
    const window = { from: (minute + 120) % 1440, to: (minute + 240) % 1440, zone: 'UTC' };
    const archive = await openArchive({ window });
    await archive.desk.signed(sampleLease(), [{ ...grace, role: 'signer' }]);
    await deliver();
    expect(await viewOf(archive)).toMatchObject({ counts: { waiting: 1, delivered: 0 }, problem: null });
    await pass(archive, 3 * hour);
    await deliver();
    expect(await viewOf(archive)).toMatchObject({ counts: { waiting: 0, delivered: 1 } });
  });

  test('destinations get earlier documents on request, each one once', async () => {
    const desk = await office.desk();
    const { id: earlier } = await desk.signed(sampleLease(), [{ ...grace, role: 'signer' }]);
    const cloud = await startWebDav();
    onTestFinished(() => cloud.stop());
    const added = await desk.post<{ destination: DestinationView }>('/api/destinations', {
      ...{ ...settings, place: cloud.place, secret: cloud.secret },
    });
    const archive = { desk, cloud, id: added.body.destination.id };
    const since = new Date(office.now() - day).toISOString().slice(0, 10);
    for (const expected of [1, 0]) {
      const { body } = await desk.post<{ added: number }>(`/api/destinations/${archive.id}/deliveries`, {
        since,
      });
      expect(body.added).toBe(expected);
    }
    await deliver();
    expect(await cloud.read(pathOf(earlier))).toBeDefined();
  });

  test('destinations do not delay other accounts’ files if their servers never respond', async () => {
    const mallory = await office.desk();
    const place = { kind: 'webdav', url: 'https://files.example/in', user: 'mallory' };
    for (let at = 0; at < 10; at += 1)
      await mallory.post('/api/destinations', { ...settings, place, secret: 'x' });
    await mallory.signed(sampleLease(), [{ ...linus, role: 'signer' }]);
    const archive = await openArchive();
    const { id } = await archive.desk.signed(sampleLease(), [{ ...grace, role: 'signer' }]);
    const { destinations, ...services } = office.product.services;
    const answer = Promise.withResolvers<{ problem: 'too-slow' }>();
    let asked = 0;
    const put: typeof destinations.put = (to, ...rest) => {
      if (to.kind !== 'webdav' || to.user !== 'mallory') return destinations.put(to, ...rest);
      asked += 1;
      return answer.promise;
    };
    const turns = openTurns({ ...services, destinations: { ...destinations, put } }, never);
    expect(await turns.start()).toBe(3);
    await expect.poll(() => archive.cloud.read(pathOf(id))).toBeDefined();
    expect(asked).toBe(2);
    answer.resolve({ problem: 'too-slow' });
    await turns.idle();
  });

  test('destinations never cause the stored password to be sent to another server or for another user', async () => {
    const archive = await openArchive();
    const stranger = await startWebDav();
    onTestFinished(() => stranger.stop());
    for (const place of [stranger.place, { ...archive.cloud.place, user: 'linus' }]) {
      const moved = await archive.desk.patch(`/api/destinations/${archive.id}`, { place });
      expect(moved).toMatchObject({ status: 422, body: { code: 'destination-without-secret' } });
    }
    const kept = await archive.desk.patch(`/api/destinations/${archive.id}`, { name: 'Cloud' });
    expect(kept).toMatchObject({ status: 200, body: { name: 'Cloud' } });
    expect(JSON.stringify(kept.body)).not.toContain('app-password');
  });

  test('destinations do not receive a file whose hash is not in its trail', async () => {
    const archive = await openArchive();
    const { db } = office.product.services;
    const [one, other] = [
      await archive.desk.signed(sampleLease(), [{ ...grace, role: 'signer' }]),
      await archive.desk.signed(sampleLease(), [{ ...linus, role: 'signer' }]),
    ];
    const sealed = (await db
      .selectFrom('documents')
      .select('sealed_sha256')
      .where('id', '=', other.id)
      .executeTakeFirst())!;
    await db.updateTable('documents').set(sealed).where('id', '=', one.id).execute();
    await deliver();
    expect(await archive.cloud.read(pathOf(one.id))).toBeUndefined();
    expect(await archive.cloud.read(pathOf(other.id))).toBeDefined();
    expect(await filesOf(archive, 'missing')).toMatchObject([
      { documentId: one.id, problem: 'file-unavailable' },
    ]);
  });

  test('destinations can be removed while a document is being completed', async () => {
    const archive = await openArchive();
    const { id } = await archive.desk.sent(sampleLease(), [{ ...grace, role: 'signer' }]);
    const removed = archive.desk.delete(`/api/destinations/${archive.id}`);
    await archive.desk.signer(grace.email).sign();
    expect((await removed).status).toBe(204);
    await office.settled();
    expect((await archive.desk.read(id)).status).toBe('completed');
  });

  test('a destination can be the account’s own mailbox, but not a stranger’s', async () => {
    const desk = await office.desk();
    const add = (address: string) =>
      desk.post('/api/destinations', { ...settings, place: { kind: 'email', address } });
    expect(await add(grace.email)).toMatchObject({
      status: 422,
      body: { code: 'destination-email-unproven' },
    });
    expect((await add('ada@harbour.example')).status).toBe(201);
    const { id } = await desk.signed(sampleLease(), [{ ...grace, role: 'signer' }]);
    await deliver();
    const mail = office.post.mails.findLast(({ subject }) => subject === 'Completed: lease')!;
    const { bytes } = await desk.ask(`/api/documents/${id}/download`);
    expect(mail).toMatchObject({ to: { address: 'ada@harbour.example' } });
    expect(mail.attachments.map((file) => [file.filename, Buffer.from(file.bytes)])).toEqual([
      [`lease ${id.slice(-12)}.pdf`, bytes],
    ]);
  });

  test('destinations are refused if they are inside our network', async () => {
    const guarded = openFileDestinations({ clock: office.now });
    expect(guarded.takes({ kind: 'webdav', url: 'https://127.0.0.1/files', user: '' })).toBe(false);
    const desk = await office.desk();
    const asked = await desk.post('/api/destinations', {
      ...{
        ...settings,
        secret: 'x',
        place: { kind: 'webdav', url: 'https://10.0.0.5/files', user: 'grace' },
      },
    });
    expect(asked).toMatchObject({ status: 422, body: { code: 'destination-address-refused' } });
  });
});
