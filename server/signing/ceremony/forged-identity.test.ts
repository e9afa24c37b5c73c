import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { DocumentDetail, RecipientInput } from '#contract/documents/documents.ts';
import { mailCodeGap, mailCodeTries } from '#core/ceremony/gate.ts';
import { grace, hana, linus } from '#testing/cast.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import { signerOf, type Answer, type Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { openOffice, type Office } from '#testing/open-office.ts';

const approverToo: RecipientInput[] = [grace, { ...grace, role: 'approver' }];

/**
 * Mallory has no access to other people's mailboxes. In each test, someone tries to sign, or to be named, as
 * another person.
 */
describeOnOneDatabase('impersonation by an account holder without access to the mailbox', (open) => {
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

  test('a link opened in person does not reveal the emailed link of the same mailbox (S-10)', async () => {
    const document = await out(approverToo);
    for (const at of [0, 1]) expect((await (await handedOver(document, at)).view()).body.also).toBeNull();
    expect((await mallory.signer(grace.email).view()).body.also).toMatchObject({ role: 'approver' });
  });

  test("a link for the sender's own account does not reveal the emailed link either", async () => {
    const me = { name: 'Mallory Quill', email: 'mallory@elsewhere.example' };
    const document = await out([me, { ...me, role: 'approver' }]);
    const answer = await act(document.id, document.recipients[0]!.id, 'sign-myself');
    const view = await signerOf(office.product.app, tokenOf(answer)).view();
    expect(view.body.also).toBeNull();
  });

  test("an emailed link shows the person's other role only after its codes are entered", async () => {
    await out([
      { ...grace, accessCode: 'Quay 14' },
      { ...grace, role: 'approver' },
    ]);
    const view = await mallory.signer(grace.email).view();
    expect(view).toMatchObject({ status: 403, body: { code: 'code-required' } });
    expect(JSON.stringify(view.body)).not.toContain('/sign/');
  });

  test('an in-person signature is recorded as such, even if the mailbox has another role by email', async () => {
    const document = await out(approverToo);
    await (await handedOver(document)).opened();
    expect((await (await handedOver(document)).sign()).status).toBe(200);
    const trail = await mallory.ask<{ events: { type: string; data: { via?: string } }[] }>(
      `/api/documents/${document.id}/trail`,
    );
    expect(trail.body.events.find(({ type }) => type === 'document_signed')?.data.via).toBe('in-person');
    expect(trail.body.events.filter(({ type }) => type === 'ceremony_hosted')).not.toHaveLength(0);
  });

  test('an in-person link cannot delegate, so it cannot cause an emailed link', async () => {
    const document = await out([grace], { allowDelegation: true });
    const passed = await (await handedOver(document)).delegate({ ...linus, reason: 'On leave' });
    expect(passed.body).toMatchObject({ code: 'delegation-not-allowed' });
    await office.settled();
    expect(office.post.to(linus.email)).toEqual([]);
  });

  test('members can sign as themselves only with a confirmed address', async () => {
    const document = await out([grace]);
    expect((await act(document.id, document.recipients[0]!.id, 'sign-myself')).status).toBe(404);
  });

  test('a user with an unconfirmed address cannot send or sign with it (L-13)', async () => {
    const cfo = await office.desk({ email: 'cfo@bigbank.example', confirmed: false });
    const draft = await cfo.prepare(sampleLease(1), [{ name: 'Jane Chief', email: 'cfo@bigbank.example' }]);
    expect(await cfo.send(draft.id)).toMatchObject({ status: 403, body: { code: 'address-not-confirmed' } });
    await office.settled();
    expect(office.post.mails).toEqual([]);
  });

  test('one mailbox cannot be two signers, whatever the capitalization of its address', async () => {
    const draft = await mallory.prepare(
      sampleLease(1),
      [grace, { ...grace, email: 'Grace@Harbour.example' }],
      () => [],
    );
    expect(await mallory.send(draft.id)).toMatchObject({
      status: 422,
      body: { code: 'duplicate-recipient' },
    });
  });

  test('a correction cannot make one mailbox two signers', async () => {
    const document = await out([grace, linus]);
    const correct = { name: 'Grace Lindqvist', email: grace.email.toUpperCase() };
    const answer = await act(document.id, document.recipients[1]!.id, 'correct', correct);
    expect(answer).toMatchObject({ status: 422, body: { code: 'duplicate-recipient' } });
  });

  test('a delegation cannot make one mailbox two signers', async () => {
    await out([grace, linus], { allowDelegation: true });
    const passed = await mallory.signer(linus.email).delegate({ ...grace, reason: 'On leave' });
    expect(passed).toMatchObject({ status: 422, body: { code: 'duplicate-recipient' } });
  });

  test('after a correction, old links no longer work, in person or by email', async () => {
    const document = await out([grace]);
    const [mailed, handed] = [mallory.signer(grace.email), await handedOver(document)];
    await act(document.id, document.recipients[0]!.id, 'correct', hana);
    for (const link of [mailed, handed])
      expect(await link.sign()).toMatchObject({ body: { code: 'link-replaced' } });
  });

  test('an in-person link expires within an hour and cannot be extended', async () => {
    const document = await out([grace], { expirationDays: 30 });
    const handed = await handedOver(document);
    office.wait(3_600_001);
    expect(await handed.view()).toMatchObject({ body: { code: 'link-replaced' } });
    office.wait(-3_600_001);
  });

  test('one-time codes allow fifteen attempts in total, however many codes are requested (S-14)', async () => {
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

  test("Mallory's actions are recorded with their IP address (L-13)", async () => {
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
      ip: '127.0.0.1',
      userAgent: 'Harbour Browser 1',
      actorEmail: 'ada@harbour.example',
    });
  });
});
