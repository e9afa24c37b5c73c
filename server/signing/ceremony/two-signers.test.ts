import { expect, test } from 'vitest';
import { grace, linus } from '#testing/cast.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import { openOffice } from '#testing/open-office.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';

describeOnOneDatabase('signing by two people', (open) => {
  test('Ada sends a lease, Grace and Linus sign it, and all three receive the same sealed file', async () => {
    const office = await openOffice(await open());
    const ada = await office.desk();
    const lease = await ada.sent(sampleLease(2), [grace, linus]);

    expect((await ada.signer(grace.email).opened()).status).toBe(204);
    expect((await ada.signer(grace.email).sign()).status).toBe(200);
    expect((await ada.read(lease.id)).status).toBe('sent');
    expect((await ada.signer(linus.email).sign()).body).toMatchObject({ document: { sealing: true } });
    await office.settled();

    expect(await ada.read(lease.id)).toMatchObject({ status: 'completed', actedCount: 2, sealProblem: null });
    const own = await ada.ask(`/api/documents/${lease.id}/download`);
    expect(own.status).toBe(200);
    expect((await ada.signer(grace.email).download()).bytes.equals(own.bytes)).toBe(true);
    expect((await ada.signer(linus.email).download()).bytes.equals(own.bytes)).toBe(true);
    expect(office.post.to('ada@harbour.example')).toHaveLength(1);
  });
});
