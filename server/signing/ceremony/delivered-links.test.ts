import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { DocumentDetail, RecipientInput, SentDetail } from '#contract/documents/documents.ts';
import type { SentDocumentView } from '#contract/documents/one-call.ts';
import { mailCodeGap } from '#core/ceremony/gate.ts';
import { grace, linus } from '#testing/cast.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import { signerOf, type Answer, type Desk, type Signer } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { inFile } from '#testing/judges/look-at.ts';
import { pdftotext } from '#testing/judges/poppler.ts';
import { longTest } from '#testing/long-test.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { verifyFile } from '#verify/verify-file.ts';
import { warnBeforeExpiry } from '../../documents/sending/extend-expiry.ts';
import { remindDue } from '../../documents/sending/remind-recipients.ts';

const byLink = { sendEmail: false };
const day = 86_400_000;
/** A person without a mailbox. */
const hanne = { name: 'Hanne Voss', phone: '+49 170 1234567', ...byLink };
const unverified =
  'a link handed to ada@harbour.example for delivery (this service did not verify a mailbox)';

describeOnOneDatabase('links delivered by the sender', (open) => {
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

  async function out(people: RecipientInput[], send: Record<string, unknown> = {}): Promise<SentDetail> {
    const draft = await ada.prepare(sampleLease(1), people);
    const sent = await ada.send(draft.id, send);
    expect(sent.status, JSON.stringify(sent.body)).toBe(200);
    await office.settled();
    return sent.body as SentDetail;
  }
  const behind = (link: string | null | undefined): Signer =>
    signerOf(office.product.app, String(link).split('/').at(-1)!);
  const getLink = (document: DocumentDetail, at = 0, by = ada, headers = {}): Promise<Answer> =>
    by.ask(`/api/documents/${document.id}/recipients/${document.recipients[at]!.id}/link`, {
      method: 'POST',
      headers,
    });
  const trailOf = async ({ id }: { id: string }) =>
    (
      await ada.ask<{ events: { type: string; data: Record<string, unknown> }[] }>(
        `/api/documents/${id}/trail`,
      )
    ).body.events;
  const mailsTo = () => office.post.mails.map(({ to, subject }) => `${to.address}: ${subject}`);
  async function sealedText({ id }: { id: string }, of = 'download'): Promise<string> {
    await office.settled();
    const { bytes } = await ada.ask(`/api/documents/${id}/${of}`);
    return (await inFile(bytes, pdftotext)).replaceAll(/\s+/g, ' ');
  }
  async function verified({ id }: { id: string }) {
    const { bytes } = await ada.ask(`/api/documents/${id}/download`);
    const { story, checks } = await verifyFile(bytes, { roots: [], now: office.now() });
    const failed = checks.filter(({ result }) => result === 'fails').map(({ name }) => name);
    return { failed, ways: story?.parties.map(({ identified }) => identified.map(({ by }) => by)) };
  }
  const codeTo = (email: string) => /\d{6}/.exec(office.post.to(email).at(-1)?.subject ?? '')?.[0];
  const passOf = ({ headers }: Answer) => ({
    cookie: `pass=${/pass=([^;]+)/.exec(String(headers['set-cookie']))?.[1]}`,
  });

  test('a person without a mailbox signs through the link, and no email is sent to them', async () => {
    const document = await out([hanne, linus]);
    expect(document.recipients).toMatchObject([
      { email: '', name: hanne.name, phone: hanne.phone, sendEmail: false, status: 'invited', awaited: true },
      { email: linus.email, sendEmail: true, phone: '', link: null },
    ]);
    const signer = behind(document.recipients[0]!.link);
    expect((await signer.view()).body.recipient).toMatchObject({ via: 'sender', email: '', state: 'ready' });
    expect((await signer.sign()).status).toBe(200);
    expect((await ada.signer(linus.email).sign()).status).toBe(200);
    const text = await sealedText(document);
    expect(text).toContain(`Identified by ${unverified}`);
    expect(text).toMatch(/Link handed to Ada Moreau <ada@harbour.example>, /);
    expect(text).toContain('or reached the page in another way, as stated above');
    expect(text).not.toContain('beyond control of the mailbox');
    expect(text).not.toContain(hanne.phone);
    expect(await verified(document)).toEqual({
      failed: [],
      ways: [['delivered-link-only'], ['mail-link']],
    });
    expect(office.post.mails.map(({ to }) => to.address)).not.toContain('');
    // The link still works, now for the copy.
    const copy = await signer.download();
    expect(copy.bytes.subarray(0, 5).toString()).toBe('%PDF-');
  });

  test('the link appears only once, in the response, and the database contains no usable link', async () => {
    const draft = await ada.prepare(sampleLease(1), [hanne]);
    const headers = { 'idempotency-key': `send-${draft.id}` };
    const send = () =>
      ada.ask<SentDetail>(`/api/documents/${draft.id}/send`, { method: 'POST', body: {}, headers });
    const sent = await send();
    const { link } = sent.body.recipients[0]!;
    const token = String(link).split('/').at(-1)!;
    expect((await behind(link).view()).status).toBe(200);
    expect(JSON.stringify(await ada.read(draft.id))).not.toContain(token);
    const rows = await office.ports.database.db.selectFrom('idempotent_responses').select('body').execute();
    expect(rows.map(({ body }) => body).join('\n')).not.toContain(token);
    // A client that lost the response gets the same link again.
    expect((await send()).body.recipients[0]!.link).toBe(link);
    expect((await trailOf(draft)).filter(({ type }) => type === 'link_handed_out')).toHaveLength(1);
  });

  test('a new link replaces the previous one, and the trail records each with the member who got it', async () => {
    const ben = await office.colleague(ada, {
      role: 'admin',
      firstName: 'Ben',
      email: 'ben@harbour.example',
    });
    const document = await out([hanne]);
    const former = behind(document.recipients[0]!.link);
    expect((await former.opened()).status).toBe(204);
    const headers = { 'idempotency-key': `again-${document.id}` };
    const again = await getLink(document, 0, ben, headers);
    expect((await getLink(document, 0, ben, headers)).body).toEqual(again.body);
    expect((await former.sign()).body).toMatchObject({ code: 'link-replaced' });
    expect((await behind(String(again.body['link'])).sign()).status).toBe(200);
    const events = (await trailOf(document)).filter(({ type }) => type === 'link_handed_out');
    expect(events.map(({ data }) => data['actorEmail'])).toEqual([
      'ada@harbour.example',
      'ben@harbour.example',
    ]);
    const text = await sealedText(document);
    expect(text).toContain(`Identified by ${unverified.replace('ada@', 'ben@')}`);
    expect(text).toMatch(/Link handed to Ada Moreau.*Link handed to Ben Moreau/);
    expect((await getLink(document)).body).toMatchObject({ code: expect.stringMatching(/^document-/) });
  });

  test('a recipient with a later turn has no link yet, and the sender is notified when their turn begins', async () => {
    const document = await out([
      { ...grace, order: 1 },
      { ...hanne, order: 2 },
    ]);
    expect(document.recipients.map(({ link }) => link)).toEqual([null, null]);
    expect((await getLink(document, 1)).body).toMatchObject({ code: 'not-your-turn' });
    expect((await ada.signer(grace.email).sign()).status).toBe(200);
    await office.settled();
    expect(mailsTo()).toContain('ada@harbour.example: Deliver the link: lease');
    const notices = await ada.ask('/api/notices');
    expect(JSON.stringify(notices.body)).toMatch(/"kind":"link-due".*"person":"Hanne Voss"/);
    const given = await getLink(document, 1);
    expect((await behind(String(given.body['link'])).sign()).status).toBe(200);
    expect(await sealedText(document)).toContain(unverified);
    expect((await verified(document)).failed).toEqual([]);
  });

  test('no reminder, warning or invitation is emailed, even to a recipient with an address', async () => {
    const document = await out([{ ...grace, ...byLink, mailCode: true }], {
      reminders: { everyDays: 1, most: 3 },
      expirationDays: 4,
    });
    expect((await behind(document.recipients[0]!.link).post('/code')).status).toBe(204);
    await office.settled();
    const remind = await ada.post(`/api/documents/${document.id}/remind`);
    expect(remind.body).toMatchObject({ code: 'no-one-to-remind' });
    office.wait(2 * day);
    await remindDue(office.product.services);
    await warnBeforeExpiry(office.product.services);
    office.wait(-2 * day);
    await office.settled();
    expect(office.post.to(grace.email).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/\d{6}/),
    ]);
    const types = (await trailOf(document)).map(({ type }) => type);
    expect(types).not.toContain('reminder_issued');
    expect(types).not.toContain('invitation_issued');
  });

  longTest('an emailed code proves access to the mailbox, and the certificate says so', async () => {
    const document = await out([{ ...grace, ...byLink, mailCode: true }]);
    const signer = behind(document.recipients[0]!.link);
    office.wait(mailCodeGap + 1000);
    expect((await signer.post('/code')).status).toBe(204);
    await office.settled();
    const entered = await signer.post('/gate', { mailCode: codeTo(grace.email) });
    expect((await signer.sign({}, passOf(entered))).status).toBe(200);
    expect(await sealedText(document)).toContain(
      'Identified by a link handed to ada@harbour.example for delivery, one-time code by email',
    );
    expect((await verified(document)).ways).toEqual([['delivered-link', 'mail-code']]);
  });

  test('a sender who signs in someone else’s name is recorded, and that person gets the copy', async () => {
    const document = await out([{ ...grace, ...byLink }]);
    expect((await behind(document.recipients[0]!.link).sign()).status).toBe(200);
    const text = await sealedText(document);
    expect(text).toContain(`Identified by ${unverified}`);
    expect(text).not.toMatch(/Email accepted|email link/);
    expect(office.post.to(grace.email)).toHaveLength(1);
  });

  test('a link that the sender gets for an emailed recipient does not count as the recipient’s email', async () => {
    const document = await out([grace]);
    const given = await getLink(document);
    expect((await ada.signer(grace.email).opened()).status).toBe(204);
    const signer = behind(String(given.body['link']));
    // The sender cannot turn the link into an emailed one.
    const delegated = await signer.delegate({
      name: 'Mallory',
      email: 'mallory@harbour.example',
      reason: 'Ill',
    });
    expect(delegated.status).toBeGreaterThanOrEqual(400);
    expect((await signer.sign()).status).toBe(200);
    expect(await sealedText(document)).toContain(`Identified by ${unverified}`);
    expect((await verified(document)).ways).toEqual([['delivered-link-only']]);
  });

  test('delegation through a delivered link is refused even if the sender allows delegation', async () => {
    const document = await out([hanne], { allowDelegation: true });
    const to = { name: 'Mallory', email: 'mallory@harbour.example', reason: 'Ill' };
    const delegated = await behind(document.recipients[0]!.link).delegate(to);
    expect(delegated.body).toMatchObject({ code: 'delegation-not-allowed' });
  });

  test('the record of a declined document says how the link was delivered', async () => {
    const document = await out([hanne]);
    expect((await behind(document.recipients[0]!.link).decline('No.')).status).toBe(204);
    const text = await sealedText(document, 'certificate');
    expect(text).toContain(unverified);
    expect(text).toMatch(/Document declined Hanne Voss/);
  });

  test('two people without a mailbox are different people', async () => {
    const draft = await ada.prepare(sampleLease(1), [hanne, hanne]);
    const people = [...draft.recipients, { ...hanne, role: 'viewer' as const, order: 1 }];
    const { body: document } = await ada.ask<SentDetail>(`/api/documents/${draft.id}/send`, {
      method: 'POST',
      body: { recipients: people },
    });
    const [one, other, viewer] = document.recipients.map(({ link }) => behind(link));
    expect((await viewer!.view()).body.recipient.state).toBe('viewing');
    expect((await one!.view()).body.also).toBeNull();
    expect((await one!.sign()).status).toBe(200);
    expect((await other!.view()).body.recipient.state).toBe('ready');
    expect((await other!.sign()).status).toBe(200);
    await office.settled();
    expect((await ada.read(document.id)).status).toBe('completed');
    expect((await verified(document)).failed).toEqual([]);
  });

  longTest('correcting the name keeps the link valid, and adding an address ends it', async () => {
    const document = await out([hanne]);
    const correct = (body: object) =>
      ada.post(`/api/documents/${document.id}/recipients/${document.recipients[0]!.id}/correct`, body);
    expect((await correct({ name: 'Hanne Vosz', email: '' })).status).toBe(200);
    const signer = behind(document.recipients[0]!.link);
    expect((await signer.view()).body.recipient).toMatchObject({ name: 'Hanne Vosz', state: 'ready' });
    expect((await correct({ name: '', email: '' })).body).toMatchObject({ code: 'recipient-name-missing' });
    expect((await correct({ name: 'Hanne Vosz', email: 'hanne@harbour.example' })).status).toBe(200);
    expect((await signer.view()).body).toMatchObject({ code: 'link-replaced' });
    await office.settled();
    expect(office.post.to('hanne@harbour.example')).toEqual([]);
    expect((await behind(String((await getLink(document)).body['link'])).sign()).status).toBe(200);
    const text = await sealedText(document);
    expect(text).not.toContain('Earlier address');
    expect((await verified(document)).failed).toEqual([]);
  });

  test.each([
    ['neither an address nor a name', { name: '', ...byLink }, 'recipient-name-missing'],
    ['no address, but emails', { name: 'Hanne' }, 'recipient-address-invalid'],
    ['an emailed code without an address', { ...hanne, mailCode: true }, 'recipient-needs-mailbox'],
    ['a copy without an email', { ...grace, ...byLink, role: 'cc' as const }, 'recipient-needs-mailbox'],
    ['a phone number with letters', { ...hanne, phone: 'call me' }, 'request-malformed'],
  ])('refuses %s', async (_, person, code) => {
    const { body: draft } = await ada.upload(sampleLease(1));
    const put = await ada.put(`/api/documents/${draft.id}/recipients`, [person]);
    expect(put.body).toMatchObject({ code });
    const file = { name: 'lease.pdf', base64: Buffer.from(sampleLease(1)).toString('base64') };
    const sent = await ada.post('/api/documents/send', { file, recipients: [person] });
    expect(sent.body).toMatchObject({ code });
  });

  test('saving the recipients exactly as they were read changes nothing', async () => {
    const draft = await ada.prepare(sampleLease(1), [hanne, { ...grace, ...byLink }, linus]);
    const saved = await ada.put<DocumentDetail>(`/api/documents/${draft.id}/recipients`, draft.recipients);
    expect(saved.body.recipients).toEqual(draft.recipients);
    const { body: copy } = await ada.post<{ id: string }>(`/api/documents/${draft.id}/duplicate`);
    const without = ({ recipients }: DocumentDetail) => recipients.map(({ id: _, ...one }) => one);
    expect(without(await ada.read(copy.id))).toEqual(without(draft));
  });

  test('one request sends a file and returns ids, states and links', async () => {
    const field = { type: 'signature', page: 1, x: 60, y: 200, width: 190, height: 40 };
    const body = {
      file: { name: 'lease.pdf', base64: Buffer.from(sampleLease(1)).toString('base64') },
      recipients: [
        { ...hanne, fields: [field] },
        { ...linus, fields: [{ ...field, y: 300 }] },
      ],
    };
    const checked = await ada.post('/api/documents/send?check=true', body);
    expect([checked.status, JSON.stringify(checked.body).includes('/sign/')]).toEqual([200, false]);
    const { status, body: sent } = await ada.post<SentDocumentView>('/api/documents/send', body);
    expect([status, sent.recipients]).toMatchObject([
      201,
      [
        { sendEmail: false, status: 'invited', delivery: 'none', link: expect.stringContaining('/sign/') },
        { sendEmail: true, status: 'invited', link: null },
      ],
    ]);
    expect((await behind(sent.recipients[0]!.link).sign({ fields: [] })).status).toBe(200);
  });

  longTest('the account can require protected links', async () => {
    expect((await ada.patch('/api/team', { linksProtected: true })).status).toBe(204);
    const send = async (person: RecipientInput) => {
      const draft = await ada.prepare(sampleLease(1), [person]);
      return ada.send(draft.id);
    };
    expect((await send(hanne)).body).toMatchObject({ code: 'link-unprotected' });
    expect((await send({ ...hanne, passkey: 'offered' })).body).toMatchObject({ code: 'link-unprotected' });
    expect((await send({ ...hanne, passkey: 'required' })).status).toBe(200);
    expect((await send({ ...grace, ...byLink, mailCode: true })).status).toBe(200);
    const { body: document } = await send({ ...hanne, accessCode: 'Quay 14' });
    const code = `/api/documents/${document.id}/recipients/${document.recipients[0]!.id}/access-code`;
    expect((await ada.post(code, { accessCode: null })).body).toMatchObject({ code: 'link-unprotected' });
    const { body: mailed } = await send(grace);
    expect((await getLink(mailed)).body).toMatchObject({ code: 'link-unprotected' });
    expect((await ada.patch('/api/team', { linksProtected: false })).status).toBe(204);
  });
});
