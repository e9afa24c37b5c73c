import { beforeAll, expect, test } from 'vitest';
import { grace } from '#testing/cast.ts';
import { describeOnEveryDatabase } from '#testing/databases.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { openOffice, type Office } from '#testing/open-office.ts';

describeOnEveryDatabase('a character that no database keeps', (open) => {
  let office: Office;
  beforeAll(async () => {
    office = await openOffice(await open());
  });

  test('is refused in a body, a query and a nested value, and is no fault of ours', async () => {
    const ada = await office.desk();
    const lease = await ada.sent(sampleLease(1), [grace]);
    const signer = ada.signer(grace.email);
    const label = [{ type: 'text', page: 1, x: 9, y: 9, width: 90, height: 20, label: 'a\0' }];
    const answers = [
      await signer.decline('No\0'),
      await signer.sign({ locale: 'e\0' }),
      await ada.post(`/api/documents/${lease.id}/void`, { reason: 'x\0' }),
      await ada.ask('/api/documents?q=%00'),
      await ada.put(`/api/documents/${lease.id}/fields`, label),
    ];
    for (const { status, body } of answers) expect([status, body.code]).toEqual([400, 'request-malformed']);
    expect((await ada.read(lease.id)).status).toBe('sent');
  });

  test('is looked for without limit of depth', async () => {
    const ada = await office.desk();
    const deep = Buffer.from(`${'['.repeat(500_000)}${']'.repeat(500_000)}`);
    const headers = { 'content-type': 'application/json' };
    const answer = await ada.ask('/api/contacts', { method: 'POST', body: deep, headers });
    expect(answer.status).toBe(400);
  });
});
