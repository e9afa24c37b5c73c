import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { DocumentDetail, RecipientInput } from '#contract/documents.ts';
import { mailCodeGap, mailCodeTries } from '#core/ceremony/gate.ts';
import { grace, hana, linus } from '#testing/cast.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import { signerOf, type Answer, type Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { openOffice, type Office } from '#testing/open-office.ts';

const approverToo: RecipientInput[] = [grace, { ...grace, role: 'approver' }];

/** Somebody else's mailbox is what Mallory has not got: each tries to sign, or to be named, as who they are not. */
describeOnOneDatabase('a forger who has an account, and not the mailbox', (open) => {
  let office: Office;
  let mallory: Desk;
  beforeAll(async () => {
    office = await openOffice(await open());
    mallory = await office.desk({
      firstName: 'Mallory',
      lastName: 'Quill',
      email: 'mallory@elsewhere.example',
    });
  });
  beforeEach(async () => {
    await office.settled();
    office.post.mails.length = 0;
  });

  async function out(people: RecipientInput[], send: object = {}, desk = mallory): Promise<DocumentDetail> {
    const draft = await desk.prepare(sampleLease(1), people, () => []);
    const sent = await desk.send(draft.id, { ...send });
    expect(sent.status, JSON.stringify(sent.body)).toBe(200);
    await office.settled();
    return sent.body;
  }

  const act = (id: string, recipientId: string, what: string, body?: object): Promise<Answer> =>
    mallory.post(`/api/documents/${id}/recipients/${recipientId}/${what}`, body);

  const tokenOf = ({ body }: Answer): string => String(body['url']).split('/').at(-1)!;

  async function handedOver(document: DocumentDetail, at = 0) {
    const answer = await act(document.id, document.recipients[at]!.id, 'hand-over');
    return signerOf(office.product.app, tokenOf(answer));
  }

  test('a link handed over in person leads to no mailed link of the same mailbox (S-10)', async () => {
    const document = await out(approverToo);
    for (const at of [0, 1]) expect((await (await handedOver(document, at)).view()).body.also).toBeNull();
    expect((await mallory.signer(grace.email).view()).body.also).toMatchObject({ role: 'approver' });
  });

  test('nor does one for their own account', async () => {
    const me = { name: 'Mallory Quill', email: 'mallory@elsewhere.example' };
    const document = await out([me, { ...me, role: 'approver' }]);
    const answer = await act(document.id, document.recipients[0]!.id, 'sign-myself');
    const view = await signerOf(office.product.app, tokenOf(answer)).view();
    expect(view.body.also).toBeNull();
  });

  test('a mailed link shows the other role only behind its codes', async () => {
    await out([
      { ...grace, accessCode: 'Quay 14' },
      { ...grace, role: 'approver' },
    ]);
    const view = await mallory.signer(grace.email).view();
    expect(view).toMatchObject({ status: 403, body: { code: 'code-needed' } });
    expect(JSON.stringify(view.body)).not.toContain('/sign/');
  });

  test('what was signed in person says so, also where the mailbox has another role by mail', async () => {
    const document = await out(approverToo);
    await (await handedOver(document)).opened();
    expect((await (await handedOver(document)).sign()).status).toBe(200);
    const trail = await mallory.ask<{ events: { type: string; data: { via?: string } }[] }>(
      `/api/documents/${document.id}/trail`,
    );
    expect(trail.body.events.find(({ type }) => type === 'document_signed')?.data.via).toBe('in-person');
    expect(trail.body.events.filter(({ type }) => type === 'ceremony_hosted')).not.toHaveLength(0);
  });

  test('a link handed over passes its part on to nobody, and so makes no mailed link', async () => {
    const document = await out([grace], { allowDelegation: true });
    const passed = await (await handedOver(document)).delegate({ ...linus, reason: 'On leave' });
    expect(passed.body).toMatchObject({ code: 'delegation-not-allowed' });
    await office.settled();
    expect(office.post.to(linus.email)).toEqual([]);
  });

  test('nobody signs as themselves by another address than the one they confirmed', async () => {
    const document = await out([grace]);
    expect((await act(document.id, document.recipients[0]!.id, 'sign-myself')).status).toBe(404);
  });

  test('nobody who has not confirmed an address sends in its name, or signs as it (L-13)', async () => {
    const cfo = await office.desk({ email: 'cfo@bigbank.example', confirmed: false });
    const draft = await cfo.prepare(sampleLease(1), [{ name: 'Jane Chief', email: 'cfo@bigbank.example' }]);
    expect(await cfo.send(draft.id)).toMatchObject({ status: 403, body: { code: 'address-not-confirmed' } });
    await office.settled();
    expect(office.post.mails).toEqual([]);
  });

  test('one mailbox is not two signers, whatever its capitals', async () => {
    const draft = await mallory.prepare(
      sampleLease(1),
      [grace, { ...grace, email: 'Grace@Harbour.example' }],
      () => [],
    );
    expect(await mallory.send(draft.id)).toMatchObject({ status: 422, body: { code: 'recipient-twice' } });
  });

  test('nor by a correction', async () => {
    const document = await out([grace, linus]);
    const correct = { name: 'Grace Lindqvist', email: grace.email.toUpperCase() };
    const answer = await act(document.id, document.recipients[1]!.id, 'correct', correct);
    expect(answer).toMatchObject({ status: 422, body: { code: 'recipient-twice' } });
  });

  test('nor by passing a part on', async () => {
    await out([grace, linus], { allowDelegation: true });
    const passed = await mallory.signer(linus.email).delegate({ ...grace, reason: 'On leave' });
    expect(passed).toMatchObject({ status: 422, body: { code: 'recipient-twice' } });
  });

  test('a link that was corrected away opens nothing, handed over or mailed', async () => {
    const document = await out([grace]);
    const [mailed, handed] = [mallory.signer(grace.email), await handedOver(document)];
    await act(document.id, document.recipients[0]!.id, 'correct', hana);
    for (const link of [mailed, handed])
      expect(await link.sign()).toMatchObject({ body: { code: 'link-ended' } });
  });

  test('a link handed over ends within the hour, and cannot be mailed', async () => {
    const document = await out([grace], { expirationDays: 30 });
    const handed = await handedOver(document);
    office.wait(3_600_001);
    expect(await handed.view()).toMatchObject({ body: { code: 'link-ended' } });
    office.wait(-3_600_001);
  });

  test('one-time codes are guessed fifteen times and no more, over all codes that are asked for (S-14)', async () => {
    await out([{ ...grace, mailCode: true }]);
    const signer = mallory.signer(grace.email);
    const guess = (mailCode: string) => signer.post('/gate', { mailCode });
    for (let wrong = 0; wrong < mailCodeTries; wrong += 1) {
      if (wrong % 5 === 0) {
        office.wait(mailCodeGap + 20 * 60_000);
        expect((await signer.post('/code')).status).toBeLessThan(300);
      }
      await guess('no code');
    }
    office.wait(3_600_000);
    expect(await signer.post('/code')).toMatchObject({ body: { code: 'code-locked' } });
    expect(await guess('000000')).toMatchObject({ body: { code: 'code-locked' } });
  });

  test('what Mallory does is traced to where it was done (L-13)', async () => {
    const ada = await office.desk();
    const headers = { 'user-agent': 'Harbour Browser 1' };
    const draft = await ada.prepare(sampleLease(1), [grace], () => []);
    await ada.ask(`/api/documents/${draft.id}/send`, { method: 'POST', body: {}, headers });
    const values = await office.ports.database.db
      .selectFrom('event_values')
      .innerJoin('events', (join) =>
        join
          .onRef('events.document_id', '=', 'event_values.document_id')
          .onRef('events.seq', '=', 'event_values.seq'),
      )
      .select(['name', 'value'])
      .where('events.document_id', '=', draft.id)
      .where('type', '=', 'document_sent')
      .execute();
    expect(Object.fromEntries(values.map(({ name, value }) => [name, value]))).toMatchObject({
      ...{ ip: '127.0.0.1', userAgent: 'Harbour Browser 1', actorEmail: 'ada@harbour.example' },
    });
  });
});
