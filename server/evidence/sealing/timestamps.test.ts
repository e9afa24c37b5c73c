import { createHash } from 'node:crypto';
import { strFromU8, unzipSync } from 'fflate';
import { beforeAll, expect, test } from 'vitest';
import { verifyPdf } from '#pdf/verify/verify-pdf.ts';
import type { Database } from '#server/foundation/db/database.ts';
import { openTimestampAuthorities } from '#server/adapters/timestamps/rfc3161.ts';
import { grace } from '#testing/cast.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { longTest } from '#testing/long-test.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { makeTimestampAuthority, type TestAuthority } from '#testing/pki/timestamp-authority.ts';
import { openTimestampServer, type Mood } from '#testing/servers/timestamp-server.ts';
import { augmentDocument, augmentDueDocuments } from './augment-document.ts';

let authority: TestAuthority;
beforeAll(async () => {
  authority = await makeTimestampAuthority();
});

async function signedLease(ada: Desk, settled: () => Promise<void>): Promise<string> {
  const { id } = await ada.prepare(sampleLease(1), [grace], () => []);
  await ada.send(id);
  await settled();
  expect((await ada.signer(grace.email).sign()).status).toBe(200);
  await settled();
  return id;
}

describeOnOneDatabase('completing a document', (open) => {
  const moods: (Mood | undefined)[] = [undefined, 'off', 'silent', 'wrong-nonce', 'wrong-hash', 'long-ago'];

  test('a document is sealed whether or not the timestamp authority responds', async () => {
    const server = await openTimestampServer(authority, Date.now);
    // Skips the pause after a failure, so that the authority is asked again for the next document.
    let hour = 0;
    const timestamps = openTimestampAuthorities([{ url: server.url }], [authority.root], {
      clock: () => Date.now() + hour * 3_600_000,
      report: () => undefined,
      limits: { hurryMs: 200, patientMs: 200 },
    });
    const office = await openOffice(await open(), { ports: { timestamps } });
    const ada = await office.desk();
    const found: Record<string, unknown> = {};
    for (const mood of moods) {
      server.be(mood);
      const id = await signedLease(ada, office.settled);
      hour += mood === undefined ? 0 : 1;
      const { bytes } = await ada.ask(`/api/documents/${id}/download`);
      const roots = { roots: office.ports.key.chain.slice(-1), timestampRoots: [authority.root] };
      const { verdict, timestamps: stamps } = await verifyPdf(bytes, roots);
      found[mood ?? 'honest'] = { verdict, by: stamps.map(({ over, trusted }) => ({ over, trusted })) };
    }
    const bare = { verdict: 'sealed-unchanged', by: [] };
    expect(found).toEqual({
      honest: { verdict: 'sealed-unchanged', by: [{ over: 'signature', trusted: true }] },
      ...Object.fromEntries(moods.slice(1).map((mood) => [mood, bare])),
    });
  });
});

describeOnOneDatabase('a document completed without a timestamp', (open) => {
  longTest(
    'the file gets a timestamp automatically, which is recorded and renewed before the certificate expires',
    async () => {
      const { office, ada, server, services, judge } = await openHarbour(open);
      server.be('off');
      const id = await signedLease(ada, office.settled);
      const sealed = await download(ada, id);
      const mailed = office.post.mails.find(
        ({ to, attachments }) => to.address === grace.email && attachments.length > 0,
      );
      expect(Buffer.from(mailed!.attachments[0]!.bytes)).toEqual(sealed);
      expect((await ada.read(id)).seal).toEqual({ level: 'B-B', timestampedAt: null, augmented: false });

      // The authority is still unavailable. Nothing is lost, and the server retries.
      office.wait(2 * minute);
      await augmentDueDocuments(services);
      await office.settled();
      expect(await download(ada, id)).toEqual(sealed);
      server.be(undefined);
      office.wait(20 * minute);
      await Promise.all([augmentDueDocuments(services), augmentDueDocuments(services)]);
      await office.settled();
      // Two concurrent runs and later ones create only one revision.
      await Promise.all([1, 2].map(() => augmentDocument(services, ada.accountId, id)));

      const once = await download(ada, id);
      expect(once.subarray(0, sealed.length)).toEqual(sealed);
      expect((await ada.signer(grace.email).download()).bytes).toEqual(once);
      expect(await judge(once)).toMatchObject({
        verdict: 'sealed-unchanged',
        originalLength: sealed.length,
        timestamps: [{ over: 'document', trusted: true }],
      });
      expect(await judge(sealed)).toMatchObject({ verdict: 'sealed-unchanged', timestamps: [] });
      expect((await ada.read(id)).seal).toMatchObject({ level: 'B-LTA', augmented: true });
      expect((await ada.read(id)).sealedSha256).toBe(hashOf(sealed));
      const [event, ...more] = await strengthenedEvents(office, id);
      expect(more).toEqual([]);
      expect(event).toMatchObject({
        sealedSha256: hashOf(sealed),
        revisionSha256: hashOf(once.subarray(sealed.length)),
        fileSha256: hashOf(once),
        level: 'B-LTA',
      });

      const trail = await ada.ask<{ intact: boolean; matchesSealedFile: boolean }>(
        `/api/documents/${id}/trail`,
      );
      expect(trail.body).toMatchObject({ intact: true, matchesSealedFile: true });

      // The bundle contains the authorities' root certificates, and the command in its text uses them.
      const bundle = unzipSync((await ada.ask(`/api/documents/${id}/bundle`)).bytes);
      expect(strFromU8(bundle['certificates/timestamp-roots.pem']!)).toBe(server.authority.rootPem);
      const command = '--root certificates/root.pem --timestamp-root certificates/timestamp-roots.pem';
      expect(strFromU8(bundle['README.txt']!)).toContain(`sealed.pdf ${command}`);

      // The authority's certificate expires in 2045. The timestamp is renewed half a year before that, and
      // not earlier.
      office.wait(Date.UTC(2044, 5, 1) - office.now());
      await augmentDueDocuments(services);
      await office.settled();
      expect(await kept(office, id)).toEqual(once);
      office.wait(Date.UTC(2044, 6, 10) - office.now());
      await augmentDueDocuments(services);
      await office.settled();
      const twice = await kept(office, id);
      expect(twice.subarray(0, once.length)).toEqual(once);
      const { verdict, timestamps } = await judge(twice);
      expect({ verdict, stamps: timestamps.length }).toEqual({ verdict: 'sealed-unchanged', stamps: 2 });
      expect(await strengthenedEvents(office, id)).toHaveLength(2);
    },
  );

  test('keeps a revision that was made just before the process was killed', async () => {
    const { office, ada, server, services } = await openHarbour(open);
    server.be('off');
    const id = await signedLease(ada, office.settled);
    const sealed = await download(ada, id);
    server.be(undefined);
    office.wait(20 * minute);
    const killed = {
      ...services,
      files: { ...services.files, put: () => Promise.reject(new Error('killed')) },
    };
    await expect(augmentDocument(killed, ada.accountId, id)).rejects.toThrow('killed');
    expect(await download(ada, id)).toEqual(sealed);
    expect(await strengthenedEvents(office, id)).toEqual([]);
    office.wait(7 * 60 * minute);
    await augmentDocument(services, ada.accountId, id);
    expect((await kept(office, id)).length).toBeGreaterThan(sealed.length);
    expect(await strengthenedEvents(office, id)).toHaveLength(1);
  });
});

const minute = 60_000;
const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

async function openHarbour(open: () => Promise<Database>) {
  let office: Office | undefined;
  const now = (): number => office?.now() ?? Date.now();
  const server = await openTimestampServer((url) => makeTimestampAuthority({ withdrawnAt: url }), now);
  const { authority } = server;
  const timestamps = openTimestampAuthorities([{ url: server.url }], [authority.root], {
    clock: now,
    report: () => undefined,
    limits: { hurryMs: 1000, patientMs: 1000 },
  });
  office = await openOffice(await open(), { ports: { timestamps } });
  const timestampRoots = [authority.root];
  const judge = (bytes: Uint8Array) =>
    verifyPdf(bytes, { roots: office.ports.key.chain.slice(-1), timestampRoots });
  return { office, server, judge, ada: await office.desk(), services: office.product.services };
}

const download = async (ada: Desk, id: string): Promise<Buffer> =>
  (await ada.ask(`/api/documents/${id}/download`)).bytes;

/** Returns the file as the server would send it, without needing a session. */
async function kept(office: Office, id: string): Promise<Buffer> {
  const { database, files } = office.ports;
  const { sealed_sha256: sealed, augmentation_sha256: behind } = await database.db
    .selectFrom('documents')
    .select(['sealed_sha256', 'augmentation_sha256'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return Buffer.concat([await files.read(sealed!), ...(behind ? [await files.read(behind)] : [])]);
}

async function strengthenedEvents(office: Office, id: string): Promise<unknown[]> {
  const rows = await office.ports.database.db
    .selectFrom('events')
    .select('body')
    .where('document_id', '=', id)
    .where('type', '=', 'document_strengthened')
    .execute();
  return rows.map(({ body }) => (JSON.parse(body) as { data: unknown }).data);
}
