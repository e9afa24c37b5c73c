import { beforeAll, expect, test } from 'vitest';
import type { DocumentDetail } from '#contract/documents/documents.ts';
import { grace, linus } from '#testing/cast.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { openOffice, type Office } from '#testing/open-office.ts';

const url = 'https://app.example.com/thanks?order=7';

describeOnOneDatabase('the return URL of signers', (open) => {
  let office: Office;
  let ada: Desk;
  let origin: { id: string };
  beforeAll(async () => {
    office = await openOffice(await open());
    ada = await office.desk();
    origin = (await ada.post<{ id: string }>('/api/embedding/origins', { origin: 'https://app.example.com' }))
      .body;
  });

  async function out(send: Record<string, unknown> = {}, people = [grace, linus]): Promise<DocumentDetail> {
    const draft = await ada.prepare(sampleLease(1), people);
    const sent = await ada.send(draft.id, send);
    expect(sent.status, JSON.stringify(sent.body)).toBe(200);
    await office.settled();
    return sent.body;
  }
  const shown = async (email = grace.email) => (await ada.signer(email).view()).body.document.returnUrl;

  test('the return URL is sent only after the signature is stored, and only to those who have signed', async () => {
    expect((await out({ returnUrl: url })).returnUrl).toBe(url);
    const signer = ada.signer(grace.email);
    expect(await shown()).toBeNull();
    await signer.opened();
    expect(await shown()).toBeNull();
    expect((await signer.sign()).status).toBe(200);
    expect(await shown()).toBe(url);
    expect(await shown(linus.email)).toBeNull();
    expect(url).not.toContain(signer.token);
  });

  test('the return URL is not sent to the sender’s device', async () => {
    const { id, recipients } = await out({ returnUrl: url }, [grace]);
    const handed = await ada.post(`/api/documents/${id}/recipients/${recipients[0]!.id}/hand-over`);
    const token = String(handed.body['url']).split('/').at(-1)!;
    expect((await ada.signer(grace.email).sign()).status).toBe(200);
    const view = await ada.ask<{ document: { returnUrl: string | null } }>(`/api/sign/${token}`);
    expect(view.body.document.returnUrl).toBeNull();
    expect(await shown()).toBe(url);
  });

  test('the return URL is not sent after a decline', async () => {
    await out({ returnUrl: url });
    expect((await ada.signer(grace.email).decline('No.')).status).toBe(204);
    expect(await shown()).toBeNull();
  });

  test.each([
    ['http://app.example.com/', 'return-url-invalid'],
    ['javascript:alert(1)', 'return-url-invalid'],
    ['https://evil.example/', 'return-url-not-allowed'],
  ])('%s is refused in every way of sending', async (wrong, code) => {
    const draft = await ada.prepare(sampleLease(1), [grace]);
    expect((await ada.send(draft.id, { returnUrl: wrong })).body).toMatchObject({ code });
    expect((await ada.patch(`/api/documents/${draft.id}`, { returnUrl: wrong })).body).toMatchObject({
      code,
    });
    expect((await ada.patch('/api/team', { returnUrl: wrong })).body).toMatchObject({ code });
    const file = { name: 'lease.pdf', base64: Buffer.from(sampleLease(1)).toString('base64') };
    const field = { type: 'signature', page: 1, x: 60, y: 200, width: 190, height: 40 };
    const body = { file, returnUrl: wrong, recipients: [{ ...grace, fields: [field] }] };
    expect((await ada.post('/api/documents/send', body)).body).toMatchObject({ code });
  });

  test('the account has a default return URL, and a document can have none', async () => {
    expect((await ada.patch('/api/team', { returnUrl: url })).status).toBe(204);
    expect((await ada.ask('/api/team')).body).toMatchObject({ returnUrl: url });
    expect((await out()).returnUrl).toBe(url);
    expect((await out({ returnUrl: '' })).returnUrl).toBe('');
    const draft = await ada.prepare(sampleLease(1), [grace]);
    await ada.patch(`/api/documents/${draft.id}`, { returnUrl: 'https://app.example.com/other' });
    expect((await ada.send(draft.id)).body.returnUrl).toBe('https://app.example.com/other');
    expect((await ada.patch('/api/team', { returnUrl: '' })).status).toBe(204);
  });

  test('a website that is no longer allowed cannot embed signing', async () => {
    await ada.patch('/api/team', { returnUrl: url });
    await out({ returnUrl: url }, [grace]);
    expect((await ada.signer(grace.email).sign()).status).toBe(200);
    expect(await shown()).toBe(url);
    expect((await ada.delete(`/api/embedding/origins/${origin.id}`)).status).toBeLessThan(300);
    expect(await shown()).toBeNull();
    // An account's default that is no longer allowed does not prevent documents from being sent.
    expect((await out()).returnUrl).toBe('');
  });
});
