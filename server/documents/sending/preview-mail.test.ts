import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { MailPreview, MailPreviewBody } from '#contract/documents/documents.ts';
import { grace, hana } from '#testing/cast.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import type { Answer, Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { openOffice, type Office } from '#testing/open-office.ts';

describeOnOneDatabase('previewing the invitation email', (open) => {
  let office: Office;
  let ada: Desk;
  beforeAll(async () => {
    office = await openOffice(await open());
    ada = await office.desk();
  });
  beforeEach(() => (office.post.mails.length = 0));

  const look = (id: string, asked: Partial<MailPreviewBody> = {}): Promise<Answer<MailPreview>> =>
    ada.post<MailPreview>(`/api/documents/${id}/mail-preview`, {
      recipient: { ...grace, role: 'signer', message: '', hasCode: false },
      subject: '',
      message: '',
      expirationDays: 30,
      ...asked,
    });

  /**
   * Removes links, pictures and generated ids, which differ in every email, and returns the text that
   * recipients read.
   */
  const read = (html: string): string =>
    html
      .replaceAll(/\shref="[^"]*"/g, '')
      .replaceAll(/src="[^"]*"/g, '')
      .replaceAll(/https?:\/\/\S*?\/sign\/[^<\s]*/g, 'link')
      // The email is sent shortly after the preview, so the time may differ.
      .replaceAll(/\d+:\d\d [AP]M UTC/g, 'time');

  test('the preview matches the sent email word for word', async () => {
    const words = { subject: 'The crane on Friday', message: 'Before the tide, please.\nAda' };
    const lease = await ada.prepare(sampleLease(1), [grace]);
    const shown = await look(lease.id, words);
    expect(shown.status).toBe(200);
    expect((await ada.send(lease.id, { ...words, expirationDays: 30 })).status).toBe(200);
    await office.settled();
    const [mail] = office.post.to(grace.email);
    expect(shown.body.subject).toBe(mail!.subject);
    expect(shown.body.from).toBe(`${mail!.from.name} <${mail!.from.address}>`);
    expect(read(shown.body.html)).toBe(read(mail!.html));
  });

  test('an empty subject gets a default, and the text depends on role and language', async () => {
    const lease = await ada.prepare(sampleLease(1), [grace]);
    const { body: english } = await look(lease.id);
    expect(english.subject).toContain('sign');
    const reader = { ...hana, role: 'viewer', message: 'For you.', language: 'de', hasCode: false } as const;
    const { body: german } = await look(lease.id, { recipient: reader });
    expect(german.html).toContain('lang="de"');
    expect(german.html).toContain('For you.');
    expect(german.subject).not.toBe(english.subject);
  });

  test('a preview sends nothing, stores nothing and has no working links', async () => {
    const lease = await ada.prepare(sampleLease(1), [grace]);
    const { body } = await look(lease.id, { message: 'See https://elsewhere.example/now' });
    await office.settled();
    expect(office.post.mails).toEqual([]);
    expect(body.html).not.toMatch(/href=/);
    expect(body.html).not.toMatch(/src="(?!data:)/);
    const after = await ada.ask<{ subject: string; message: string }>(`/api/documents/${lease.id}`);
    expect(after.body).toMatchObject({ subject: '', message: '' });
  });

  test('user input is escaped in the preview', async () => {
    const lease = await ada.prepare(sampleLease(1), [grace]);
    const typed = '<img src=x onerror="alert(1)"> href="x" <script>alert(2)</script>';
    const { body } = await look(lease.id, {
      subject: typed,
      message: typed,
      recipient: { ...grace, name: typed, role: 'signer', message: typed, hasCode: false },
    });
    expect(body.html).not.toMatch(/<script|<img src=x/);
    expect(body.html).toContain('&lt;script&gt;');
  });

  test('Mallory cannot preview emails about another account’s document', async () => {
    const lease = await ada.prepare(sampleLease(1), [grace]);
    const mallory = await office.desk();
    const answer = await mallory.post(`/api/documents/${lease.id}/mail-preview`, {
      recipient: { ...grace, role: 'signer', message: '', hasCode: false },
      subject: '',
      message: '',
      expirationDays: 30,
    });
    expect(answer).toMatchObject({ status: 404, body: { code: 'not-found' } });
  });

  test('invalid expiration days do not cause a server error', async () => {
    const { id } = await ada.prepare(sampleLease(), [grace]);
    for (const expirationDays of [1e308, 366, -1, 0.5])
      expect([expirationDays, (await look(id, { expirationDays })).status]).toEqual([expirationDays, 200]);
  });
});
