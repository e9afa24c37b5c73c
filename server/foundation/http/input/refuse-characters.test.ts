import { beforeAll, expect, test } from 'vitest';
import { grace, linus } from '#testing/cast.ts';
import { describeOnEveryDatabase } from '#testing/databases.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { openOffice, type Office } from '#testing/open-office.ts';

describeOnEveryDatabase('characters that PostgreSQL cannot store', (open) => {
  let office: Office;
  beforeAll(async () => {
    office = await openOffice(await open());
  });

  test('these characters are refused in bodies, queries and nested values, without a server error', async () => {
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

  test('unpaired surrogates are refused from signers, senders and programs, even in property names', async () => {
    const ada = await office.desk();
    const { id, recipients } = await ada.prepare(sampleLease(1), [grace]);
    expect((await ada.send(id, { allowDelegation: true })).status).toBe(200);
    await office.settled();
    const half = 'A\ud83d';
    const answers = [
      await ada.signer(grace.email).delegate({ ...linus, name: half, reason: 'On leave' }),
      await ada.post(`/api/documents/${id}/recipients/${recipients[0]!.id}/correct`, {
        ...linus,
        name: half,
      }),
      await ada.post('/api/proposals', { act: 'void', documentId: id, reason: half }),
      await ada.post('/api/contacts', { ...linus, [half]: 'x' }),
    ];
    for (const { status, body } of answers) expect([status, body.code]).toEqual([400, 'request-malformed']);
    // A complete surrogate pair is an ordinary character.
    const whole = await ada.post('/api/proposals', { act: 'void', documentId: id, reason: `${half}\ude00` });
    expect(whole.status).toBe(201);
  });

  test('these characters are found at any nesting depth', async () => {
    const ada = await office.desk();
    const headers = { 'content-type': 'application/json' };
    const nested = (levels: number) =>
      Buffer.from(String.raw`${'['.repeat(levels)}"\u0000"${']'.repeat(levels)}`);
    const post = (body: Buffer) => ada.ask('/api/contacts', { method: 'POST', body, headers });
    expect((await post(nested(100))).status).toBe(400);
    // Refused before the body is parsed.
    expect((await post(nested(500_000))).status).toBe(413);
  });
});
