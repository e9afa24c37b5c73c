import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { DocumentDetail, RecipientInput } from '#contract/documents/documents.ts';
import { codeTries, mailCodeGap, mailCodesAnHour } from '#core/ceremony/gate.ts';
import { MAX_DELEGATIONS } from '#core/document/manage.ts';
import { languages } from '#core/language/language.ts';
import { grace, linus } from '#testing/cast.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import { signerOf, type Answer, type Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { openOffice, type Office } from '#testing/open-office.ts';

const refusal = (status: number, code: string) => ({ status, body: { code } });

describeOnOneDatabase('emails to one mailbox', (open) => {
  let office: Office;
  let ada: Desk;
  beforeAll(async () => {
    office = await openOffice(await open());
    ada = await office.desk();
  });
  beforeEach(async () => {
    await office.settled();
    office.post.mails.length = 0;
  });

  async function out(people: RecipientInput[], send: Record<string, unknown> = {}): Promise<DocumentDetail> {
    const lease = await ada.prepare(sampleLease(1), people, () => []);
    const sent = await ada.send(lease.id, send);
    expect(sent.status).toBe(200);
    await office.settled();
    return sent.body;
  }

  test('a person with two roles gets one invitation, completes both in one visit, and gets one final email', async () => {
    const twice = [grace, { ...grace, email: 'Grace@harbour.example', role: 'approver' as const }];
    const { id } = await out([{ ...twice[1]! }, grace]);
    const all = () => office.post.mails.filter(({ to }) => to.address.toLowerCase() === grace.email);
    expect(all()).toHaveLength(1);
    for (const { delivery, awaited } of (await ada.read(id)).recipients)
      expect([delivery, awaited]).toEqual(['accepted', true]);
    await ada.post(`/api/documents/${id}/remind`, {});
    await office.settled();
    expect(all()).toHaveLength(2);
    const first = ada.signer(all()[0]!.to.address);
    expect((await first.sign()).status).toBe(200);
    const { also, recipient } = (await first.view()).body;
    expect([recipient.role, also?.role].sort()).toEqual(['approver', 'signer']);
    const second = signerOf(office.product.app, also!.url.split('/').at(-1)!);
    expect((await second.sign()).status).toBe(200);
    await office.settled();
    expect((await ada.read(id)).status).toBe('completed');
    expect(all()).toHaveLength(3);
  });

  test.each(languages)(
    "a private message appears only in its recipient's email, below the message to everyone: %s",
    async (language) => {
      const toAll = 'The berth is free from May.';
      const toGrace = 'Grace, mind clause 4.\n\u202eAnd the crane.';
      const document = await out(
        [
          { ...grace, language, message: toGrace },
          { ...linus, language },
        ],
        { message: toAll },
      );
      const [mail] = office.post.to(grace.email);
      for (const part of [mail!.text, mail!.html]) {
        expect(part.indexOf('The berth is free from May.')).toBeGreaterThan(0);
        expect(part.indexOf('Grace, mind clause 4.')).toBeGreaterThan(part.indexOf(toAll));
        expect(part).not.toContain('\u202e');
      }
      expect(office.post.to(linus.email)[0]!.text).not.toContain('mind clause');
      expect(document.recipients.map(({ message }) => message)).toEqual([
        'Grace, mind clause 4.\nAnd the crane.',
        '',
      ]);
      expect((await ada.signer(grace.email).view()).body.document.message).toContain('mind clause 4');
      expect((await ada.signer(linus.email).view()).body.document.message).toBe(toAll);
    },
  );

  test('a part can be delegated five times, and private messages are not passed on', async () => {
    const first = { ...grace, message: 'For your eyes' };
    const { id } = await out([first], { allowDelegation: true });
    let now = grace.email;
    const passOn = (email: string): Promise<Answer> =>
      ada.signer(now).delegate({ name: 'Next', email, reason: 'On leave' });
    for (let hop = 1; hop <= MAX_DELEGATIONS; hop += 1) {
      const next = `next.${hop}@okafor.example`;
      expect((await passOn(next)).status).toBe(204);
      await office.settled();
      now = next;
      expect(office.post.to(next)[0]!.text).not.toContain('For your eyes');
    }
    const before = await ada.read(id);
    expect(await passOn('next.6@okafor.example')).toMatchObject(refusal(409, 'delegation-limit-reached'));
    await office.settled();
    expect(await ada.read(id)).toEqual(before);
    expect(office.post.to('next.6@okafor.example')).toEqual([]);
    expect((await ada.signer(now).sign()).status).toBe(200);
  });

  test('wrong access codes lock the link, even for the right code, until the sender sets a new one', async () => {
    const { id, recipients } = await out([{ ...grace, accessCode: 'Quay 14' }]);
    const signer = ada.signer(grace.email);
    const enter = (accessCode: string): Promise<Answer> => signer.post('/gate', { accessCode });
    for (let tries = 1; tries < codeTries; tries += 1)
      expect(await enter('Quay 15')).toMatchObject(refusal(422, 'code-wrong'));
    expect(await enter('Quay 15')).toMatchObject(refusal(403, 'code-locked'));
    expect(await enter('Quay 14')).toMatchObject(refusal(403, 'code-locked'));
    expect((await ada.read(id)).recipients[0]).toMatchObject({ codeLocked: true });
    const path = `/api/documents/${id}/recipients/${recipients[0]!.id}/access-code`;
    await ada.post(path, { accessCode: 'Berth 9' });
    expect(await enter('Quay 14')).toMatchObject(refusal(422, 'code-wrong'));
    expect((await enter('berth9')).status).toBeLessThan(300);
    // The record of an ended document is locked too.
    for (let tries = 1; tries <= codeTries; tries += 1) await enter('Quay 15');
    await ada.post(`/api/documents/${id}/void`, { reason: 'The berth is let.' });
    expect(await enter('Berth 9')).toMatchObject(refusal(403, 'code-locked'));
    await ada.post(path, { accessCode: 'Pier 3' });
    expect((await enter('pier3')).status).toBeLessThan(300);
  });

  test.each(['correct', 'delegate'] as const)(
    'if a recipient locked the link, their replacement gets new attempts: %s',
    async (how) => {
      const document = await out([{ ...grace, accessCode: 'Quay 14' }], { allowDelegation: true });
      const signer = ada.signer(grace.email);
      const entered = await signer.post('/gate', { accessCode: 'Quay 14' });
      const [cookie] = String(entered.headers['set-cookie']).split(';');
      for (let tries = 1; tries <= codeTries; tries += 1)
        await signer.post('/gate', { accessCode: 'Quay 15' });
      expect((await ada.read(document.id)).recipients[0]).toMatchObject({ codeLocked: true });
      const path = `/api/documents/${document.id}/recipients/${document.recipients[0]!.id}/correct`;
      const given =
        how === 'correct'
          ? await ada.post(path, linus)
          : await signer.ask('/delegate', {
              method: 'POST',
              body: { ...linus, reason: 'On leave' },
              headers: { cookie: cookie! },
            });
      expect(given.status).toBeLessThan(300);
      await office.settled();
      expect((await ada.read(document.id)).recipients[0]).toMatchObject({ codeLocked: false });
      const next = ada.signer(linus.email);
      expect((await next.post('/gate', { accessCode: 'Quay 14' })).status).toBe(204);
    },
  );

  test('codes sent to the previous recipient do not work for the next one', async () => {
    const { id, recipients } = await out([{ ...grace, mailCode: true }]);
    expect((await ada.signer(grace.email).post('/code')).status).toBeLessThan(300);
    const correct = { name: linus.name, email: linus.email };
    const corrected = await ada.post(`/api/documents/${id}/recipients/${recipients[0]!.id}/correct`, correct);
    expect(corrected.status).toBe(200);
    await office.settled();
    const signer = ada.signer(linus.email);
    expect((await signer.post('/code')).status).toBeLessThan(300);
    expect(await signer.post('/code')).toMatchObject(refusal(429, 'too-many-requests'));
  });

  test('only the newest one-time code is valid, and codes expire and are limited per hour', async () => {
    await out([{ ...grace, mailCode: true }]);
    const signer = ada.signer(grace.email);
    const askForOne = (): Promise<Answer> => signer.post('/code');
    const enter = (mailCode: string): Promise<Answer> => signer.post('/gate', { mailCode });
    const codes = () =>
      office.post
        .to(grace.email)
        .map(({ subject }) => /\d{6,}/.exec(subject)?.[0])
        .filter((code) => code !== undefined);
    for (let sent = 1; sent <= mailCodesAnHour; sent += 1) {
      expect((await askForOne()).status).toBeLessThan(300);
      expect(await askForOne()).toMatchObject(refusal(429, 'too-many-requests'));
      await office.settled();
      office.wait(mailCodeGap + 1000);
    }
    expect(codes()).toHaveLength(mailCodesAnHour);
    expect(await askForOne()).toMatchObject(refusal(429, 'too-many-requests'));
    expect(await enter(codes()[0]!)).toMatchObject(refusal(422, 'code-wrong'));
    office.wait(16 * 60_000);
    expect(await enter(codes().at(-1)!)).toMatchObject(refusal(422, 'code-wrong'));
    office.wait(60 * 60_000);
    expect((await askForOne()).status).toBeLessThan(300);
    await office.settled();
    expect((await enter(codes().at(-1)!)).status).toBeLessThan(300);
    expect(await enter(codes().at(-1)!)).toMatchObject(refusal(422, 'code-wrong'));
  });
});
