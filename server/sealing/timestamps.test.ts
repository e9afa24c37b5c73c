import { beforeAll, expect, test } from 'vitest';
import { verifyPdf } from '#pdf/verify/verify-pdf.ts';
import { openTimestampAuthorities } from '#server/adapters/timestamps/rfc3161.ts';
import { grace } from '#testing/cast.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { openOffice } from '#testing/open-office.ts';
import { makeTimestampAuthority, type TestAuthority } from '#testing/pki/timestamp-authority.ts';
import { openTimestampServer, type Mood } from '#testing/timestamp-server.ts';

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

describeOnOneDatabase('a document is completed', (open) => {
  const moods: (Mood | undefined)[] = [undefined, 'off', 'silent', 'wrong-nonce', 'wrong-hash', 'long-ago'];

  test('whatever the authority for time does: with its time when it gives one, else without', async () => {
    const server = await openTimestampServer(authority, Date.now);
    // What is not asked again for a while would not be asked for the next document.
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
