import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { openTimestampAuthorities } from '#server/adapters/timestamps/rfc3161.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { grace } from '#testing/cast.ts';
import { openOffice } from '#testing/open-office.ts';
import { makeTimestampAuthority } from '#testing/pki/timestamp-authority.ts';
import { openTimestampServer } from '#testing/servers/timestamp-server.ts';
import { anchorLog, catchUpLog } from './watch-log.ts';

type Shown = { anchors: { size: number; checkpoint: string; token: string }[] };

describeOnOneDatabase('timestamps of the log', (open) => {
  test('an authority timestamps the newest head once a day', async () => {
    const authority = await makeTimestampAuthority();
    const server = await openTimestampServer(authority, Date.now);
    const timestamps = openTimestampAuthorities([{ url: server.url }], [authority.root], {
      clock: Date.now,
      report: () => undefined,
    });
    const office = await openOffice(await open(), { ports: { timestamps }, working: false });
    const { services } = office.product;
    const ada = await office.desk();
    const shown = async (): Promise<Shown['anchors']> => (await ada.ask<Shown>('/api/log')).body.anchors;
    const something = async (): Promise<void> => {
      await ada.prepare(sampleLease(1), [grace]);
      await catchUpLog(services);
    };

    await something();
    server.be('off');
    await anchorLog(services);
    expect(await shown()).toEqual([]);

    server.be(undefined);
    await anchorLog(services);
    const [first] = await shown();
    // The token covers exactly the published checkpoint.
    const imprint = createHash('sha256').update(first!.checkpoint).digest();
    expect(Buffer.from(first!.token, 'base64').includes(imprint)).toBe(true);

    await something();
    await anchorLog(services);
    expect(await shown()).toHaveLength(1);
    office.wait(25 * 3_600_000);
    await anchorLog(services);
    const sizes = (await shown()).map(({ size }) => size);
    expect(sizes).toEqual([(await services.log.newest())!.size, first!.size]);
    await anchorLog(services);
    expect(await shown()).toHaveLength(2);
  });
});
