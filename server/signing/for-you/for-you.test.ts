import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DocumentDetail, RecipientInput } from '#contract/documents/documents.ts';
import type { ForYouAnswer, NextForYouAnswer } from '#contract/signing/for-you.ts';
import { grace, hana, linus } from '#testing/cast.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import { openDesk, signerOf, type Desk, type Signer } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { inFile } from '#testing/judges/look-at.ts';
import { pdftotext } from '#testing/judges/poppler.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { verifyFile } from '#verify/verify-file.ts';

const mallory = { name: 'Mallory', email: 'mallory@elsewhere.example' };

describeOnOneDatabase('documents for a signed-in person', (open) => {
  let office: Office;
  let ada: Desk;
  let desk: Desk;
  beforeAll(async () => {
    office = await openOffice(await open());
    ada = await office.desk();
    // Both spellings of the address are one mailbox.
    desk = await office.desk({ firstName: 'Grace', lastName: 'Lindqvist', email: grace.email.toUpperCase() });
    const { db } = office.ports.database;
    await db.updateTable('users').set({ email_confirmed_by: 'mail' }).execute();
  });

  async function out(people: RecipientInput[], send: Record<string, unknown> = {}): Promise<DocumentDetail> {
    const acting = people.filter(({ role }) => role !== 'cc').length;
    const draft = await ada.prepare(sampleLease(1), people, (ids) =>
      ids.slice(0, acting).map((recipientId, index) => ({
        ...{ type: 'signature', page: 1, x: 20, y: 20 + index * 60, width: 150, height: 40 },
        recipientId,
      })),
    );
    const sent = await ada.send(draft.id, send);
    expect(sent.status, JSON.stringify(sent.body)).toBe(200);
    await office.settled();
    return sent.body;
  }
  const listed = async (list = 'waiting', by = desk, query = '') =>
    (await by.ask<ForYouAnswer>(`/api/for-you?list=${list}&limit=100${query}`)).body;
  const isListed = async (document: DocumentDetail, list = 'waiting', by = desk) => {
    const ids = new Set((await listed(list, by)).items.map(({ id }) => id));
    return document.recipients.some(({ id }) => ids.has(id));
  };
  const openBy = async (by: Desk, document: DocumentDetail, at = 0) =>
    by.post(`/api/for-you/${document.recipients[at]!.id}/open`);
  const opened = async (document: DocumentDetail, at = 0): Promise<Signer> => {
    const { status, body } = await openBy(desk, document, at);
    expect(status, JSON.stringify(body)).toBe(200);
    return signerOf(office.product.app, String(body['url']).split('/').at(-1)!, desk.cookie);
  };

  test('a waiting document can be signed from the list, and the certificate records that without claiming mailbox access', async () => {
    const document = await out([grace, linus]);
    expect((await listed()).items).toMatchObject([
      {
        id: document.recipients[0]!.id,
        role: 'signer',
        done: null,
        sender: { email: 'ada@harbour.example' },
        document: { title: 'lease', status: 'sent' },
      },
    ]);
    const signer = await opened(document);
    expect((await signer.view()).body.recipient).toMatchObject({ via: 'signed-in', email: grace.email });
    // Opening it again in the same session returns the same link and adds no event.
    expect((await opened(document)).token).toBe(signer.token);
    expect((await signer.sign({ savedInBrowser: true })).status).toBe(200);
    expect(await isListed(document)).toBe(false);
    expect((await listed('done')).items).toMatchObject([{ done: 'signed' }]);
    expect((await ada.signer(linus.email).sign()).status).toBe(200);
    await office.settled();
    const { body: trail } = await ada.ask<{ events: { type: string; data: object }[] }>(
      `/api/documents/${document.id}/trail`,
    );
    const openings = trail.events.filter(({ type }) => type === 'link_opened_signed_in');
    expect(openings).toMatchObject([{ data: { addressConfirmedBy: 'mail' } }]);
    const { bytes } = await ada.ask(`/api/documents/${document.id}/download`);
    const text = (await inFile(bytes, pdftotext)).replaceAll(/\s+/g, ' ').replaceAll('- ', '-');
    const day = new Date(office.now()).toISOString().slice(0, 10);
    expect(text).toContain(
      `Identified by signed in with this address, which their account confirmed by email on ${day}; no email link was used`,
    );
    const saved = 'from a signature saved in their browser, as the browser reported';
    expect(text.split(saved)).toHaveLength(2);
    expect(text).toContain(`${grace.name}; ${saved}`);
    const { story, checks } = await verifyFile(bytes, { roots: [], now: office.now() });
    expect(checks.filter(({ result }) => result === 'fails').map(({ name }) => name)).toEqual([]);
    expect(story?.parties.map(({ identified }) => identified)).toEqual([
      [{ by: 'signed-in-mail', since: day }],
      [{ by: 'mail-link' }],
    ]);
    expect((await (await opened(document)).download()).status).toBe(200);
  });

  test('the list contains copies once the document is completed, and nothing before the person’s turn', async () => {
    const people = [linus, { ...grace, order: 2 }, { ...hana, role: 'cc' as const }];
    const document = await out([{ ...people[0]!, order: 1 }, people[1]!, people[2]!]);
    const copy = await office.desk({ email: hana.email });
    expect(await isListed(document)).toBe(false);
    expect((await openBy(desk, document, 1)).status).toBe(404);
    expect(await isListed(document, 'received', copy)).toBe(false);
    expect((await openBy(copy, document, 2)).status).toBe(404);
    await ada.signer(linus.email).sign();
    await office.settled();
    expect(await isListed(document)).toBe(true);
    await (await opened(document, 1)).sign();
    await office.settled();
    expect(await isListed(document, 'received', copy)).toBe(true);
    expect((await openBy(copy, document, 2)).status).toBe(200);
  });

  test('a required code remains required, and until it is entered the list shows only the sender', async () => {
    const document = await out([{ ...grace, accessCode: 'Quay 14' }]);
    const [item] = (await listed()).items;
    expect(item).toMatchObject({ id: document.recipients[0]!.id, document: null });
    expect(JSON.stringify(item)).not.toContain('lease');
    const signer = await opened(document);
    expect(await signer.view()).toMatchObject({ status: 403, body: { code: 'code-required' } });
    expect(await signer.sign()).toMatchObject({ status: 403, body: { code: 'code-required' } });
    await ada.post(`/api/documents/${document.id}/void`, { reason: 'Not needed' });
  });

  test.each<[string, (document: DocumentDetail) => Promise<unknown>]>([
    ['voided', ({ id }) => ada.post(`/api/documents/${id}/void`, { reason: 'The berth is let.' })],
    [
      'corrected to another person',
      ({ id, recipients }) => ada.post(`/api/documents/${id}/recipients/${recipients[0]!.id}/correct`, linus),
    ],
    [
      'of a blocked sender',
      () =>
        office.ports.database.db
          .insertInto('mail_blocks')
          .values({ account_id: ada.accountId, address: grace.email, created_at: new Date() })
          .execute(),
    ],
    [
      'of a suspended account',
      () =>
        office.ports.database.db
          .updateTable('accounts')
          .set({ suspended_at: new Date() })
          .where('id', '=', ada.accountId)
          .execute(),
    ],
  ])('a document that is %s disappears from the list', async (_, change) => {
    const document = await out([grace]);
    const signer = await opened(document);
    expect((await signer.view()).status).toBe(200);
    await change(document);
    expect(await isListed(document)).toBe(false);
    expect((await openBy(desk, document)).status).toBe(404);
    const { db } = office.ports.database;
    await db.deleteFrom('mail_blocks').execute();
    await db.updateTable('accounts').set({ suspended_at: null }).execute();
  });

  test('the list omits links that the sender delivers, and invitations that were not emailed yet', async () => {
    const delivered = await out([{ ...grace, sendEmail: false }]);
    expect(await isListed(delivered)).toBe(false);
    const document = await out([grace]);
    const { db } = office.ports.database;
    const queued = (state: string) =>
      db.updateTable('mails').set({ state }).where('document_id', '=', document.id).execute();
    await queued('queued');
    expect(await isListed(document)).toBe(false);
    expect((await openBy(desk, document)).status).toBe(404);
    await queued('accepted');
    expect(await isListed(document)).toBe(true);
  });

  test('people who only typed the address, and other people, can neither see nor open anything', async () => {
    const document = await out([grace]);
    const typed = await office.desk({ email: grace.email, confirmed: false });
    expect(await typed.ask('/api/for-you')).toMatchObject({
      status: 403,
      body: { code: 'address-not-confirmed' },
    });
    expect((await openBy(typed, document)).status).toBe(403);
    const other = await office.desk({ email: mallory.email });
    expect(await isListed(document, 'waiting', other)).toBe(false);
    expect((await openBy(other, document)).status).toBe(404);
    expect((await openBy(ada, document)).status).toBe(404);
  });

  test('the link stops working when the session ends, the address changes or the membership ends', async () => {
    const document = await out([grace]);
    const { db } = office.ports.database;
    const person = async () => {
      const by = await office.desk({ email: grace.email });
      const { body } = await openBy(by, document);
      const signer = signerOf(office.product.app, String(body['url']).split('/').at(-1)!, by.cookie);
      expect((await signer.view()).status).toBe(200);
      return { by, signer };
    };
    const ends: ((by: Desk) => Promise<unknown>)[] = [
      ({ userId }) => db.deleteFrom('sessions').where('user_id', '=', userId).execute(),
      ({ userId }) =>
        db.updateTable('users').set({ email: 'new@lindqvist.example' }).where('id', '=', userId).execute(),
      ({ userId }) =>
        db.updateTable('users').set({ removed_at: new Date() }).where('id', '=', userId).execute(),
    ];
    for (const end of ends) {
      const { by, signer } = await person();
      await end(by);
      expect(await signer.view()).toMatchObject({ status: 403, body: { code: 'link-needs-sign-in' } });
      expect((await signer.sign()).status).toBe(403);
    }
  });

  test('the link works only in its session’s browser and ends when the session is idle, but signing counts as activity', async () => {
    const document = await out([grace]);
    const other = await office.desk({ email: grace.email });
    office.wait(1000);
    const by = await office.desk({ email: grace.email });
    const { body } = await openBy(by, document);
    const token = String(body['url']).split('/').at(-1)!;
    for (const cookie of ['', ada.cookie, other.cookie, 'sid=guessed']) {
      const copied = signerOf(office.product.app, token, cookie);
      expect(await copied.view()).toMatchObject({ status: 403, body: { code: 'link-needs-sign-in' } });
      expect((await copied.sign()).status).toBe(403);
    }
    const signer = signerOf(office.product.app, token, by.cookie);
    for (let half = 0; half < 3; half += 1) {
      office.wait(40 * 60_000);
      expect((await signer.view()).status).toBe(200);
    }
    office.wait(61 * 60_000);
    expect((await signer.view()).status).toBe(403);
    expect((await signer.sign()).status).toBe(403);
    expect((await by.ask('/api/for-you')).status).toBe(401);
    desk = await office.desk({ firstName: 'Grace', lastName: 'Lindqvist', email: grace.email.toUpperCase() });
    ada = await office.desk();
  });

  describe('an address that may no longer belong to the person', () => {
    const address = 'berth@lindqvist.example';
    const person = { name: 'Rita Ek', email: address };
    let document: DocumentDetail;
    beforeEach(async () => {
      await office.ports.database.db
        .updateTable('users')
        .set({ email: 'old@lindqvist.example' })
        .where('email', '=', address)
        .execute();
      document = await out([person]);
    });
    const holder = () => office.desk({ email: address });
    const users = () => office.ports.database.db.updateTable('users');
    const days = (count: number) => new Date(office.now() - count * 86_400_000);
    const insertIdentity = () =>
      office.ports.database.db
        .insertInto('identities')
        .values({
          ...{
            id: randomUUID(),
            email: address.toUpperCase(),
            password_hash: 'x',
            created_at: new Date(office.now()),
          },
          ...{ first_name: 'New', last_name: 'Holder', email_confirmed_at: new Date(office.now()) },
        })
        .execute();

    test.each<[string, (by: Desk) => Promise<unknown>]>([
      [
        'was confirmed 91 days ago',
        (by) =>
          users()
            .set({ email_confirmed_at: days(91) })
            .where('id', '=', by.userId)
            .execute(),
      ],
      ['was confirmed by another person since', () => holder()],
      ['was confirmed by a person with a password since', insertIdentity],
      [
        'belonged to a member whom an account removed since',
        async () => {
          const removed = await office.colleague(ada, { email: address, role: 'member' });
          await users()
            .set({ email_confirmed_at: days(2) })
            .where('id', '=', removed.userId)
            .execute();
          expect((await ada.post(`/api/team/members/${removed.userId}/remove`)).status).toBe(204);
        },
      ],
    ])(
      'no document is shown or opened if the address %s, not even through a link that was already opened',
      async (_, change) => {
        const by = await holder();
        const { body } = await openBy(by, document);
        const signer = signerOf(office.product.app, String(body['url']).split('/').at(-1)!, by.cookie);
        expect((await signer.view()).status).toBe(200);
        office.wait(1000);
        await change(by);
        const outdated = { status: 403, body: { code: 'address-confirmation-outdated' } };
        expect(await by.ask('/api/for-you')).toMatchObject(outdated);
        expect(await by.ask('/api/for-you/next')).toMatchObject(outdated);
        expect(await openBy(by, document)).toMatchObject(outdated);
        expect((await signer.sign()).status).toBe(403);
        // Opening the link in another email makes the documents visible again.
        office.wait(1000);
        await users()
          .set({ email_confirmed_at: new Date(office.now()) })
          .where('id', '=', by.userId)
          .execute();
        expect(await isListed(document, 'waiting', by)).toBe(true);
        await office.ports.database.db.deleteFrom('identities').execute();
      },
    );

    test('a document is still shown after an account that never confirmed the address was closed', async () => {
      const by = await holder();
      const typed = await office.desk({ email: address, confirmed: false });
      office.wait(1000);
      await users()
        .set({ removed_at: new Date(office.now()) })
        .where('id', '=', typed.userId)
        .execute();
      expect(await isListed(document, 'waiting', by)).toBe(true);
    });

    test('a document is shown only to people who signed in at the provider that the organization of their address requires', async () => {
      const by = await holder();
      await office.ports.database.db
        .insertInto('account_sign_ons')
        .values({
          ...{
            account_id: ada.accountId,
            issuer: 'https://login.lindqvist.example',
            client_id: 'c',
            secret: 's',
          },
          ...{
            domain: 'lindqvist.example',
            claim: 'c',
            verified_at: new Date(),
            enforced: true,
            role: 'member',
          },
          updated_at: new Date(),
        })
        .execute();
      expect(await by.ask('/api/for-you')).toMatchObject({
        status: 403,
        body: { code: 'address-of-provider' },
      });
      expect((await openBy(by, document)).status).toBe(403);
      const member = await office.colleague(ada, { email: address, role: 'member' });
      const session = await office.product.app.sessions.begin(member, undefined, {
        ip: '192.0.2.7',
        userAgent: undefined,
        signOn: ada.accountId,
      });
      const there = openDesk(office, { ...member, cookie: `sid=${session}` });
      await users()
        .set({
          email_confirmed_at: days(400),
          issuer: `sign-on ${ada.accountId} https://login.lindqvist.example`,
        })
        .where('id', '=', member.userId)
        .execute();
      expect(await isListed(document, 'waiting', there)).toBe(true);
      await office.ports.database.db.deleteFrom('account_sign_ons').execute();
    });
  });

  test('the next document is preferably one from the same template', async () => {
    const reader = await office.desk({ email: 'reader@lindqvist.example' });
    const person = { name: 'Rita Ek', email: 'reader@lindqvist.example' };
    const one = await out([person]);
    const other = await out([person]);
    const alike = await out([person]);
    const { db } = office.ports.database;
    const templateId = one.id;
    await db
      .updateTable('documents')
      .set({ template_id: templateId })
      .where('id', 'in', [one.id, alike.id])
      .execute();
    const next = async (after?: DocumentDetail) =>
      (
        await reader.ask<NextForYouAnswer>(
          `/api/for-you/next${after ? `?after=${after.recipients[0]!.id}` : ''}`,
        )
      ).body;
    expect(await next()).toMatchObject({ next: { id: one.recipients[0]!.id }, waiting: 3 });
    expect(await next(one)).toMatchObject({ next: { id: alike.recipients[0]!.id }, alike: true });
    const { body } = await openBy(reader, one);
    await signerOf(office.product.app, String(body['url']).split('/').at(-1)!, reader.cookie).sign();
    expect(await next(other)).toMatchObject({
      next: { id: alike.recipients[0]!.id },
      alike: false,
      waiting: 2,
    });
    const first = await reader.ask<ForYouAnswer>('/api/for-you?limit=1');
    const second = await reader.ask<ForYouAnswer>(`/api/for-you?limit=1&cursor=${first.body.next}`);
    expect([...first.body.items, ...second.body.items].map(({ id }) => id)).toEqual([
      alike.recipients[0]!.id,
      other.recipients[0]!.id,
    ]);
    expect(second.body.next).toBeNull();
  });
});
