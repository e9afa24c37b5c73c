import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { DocumentDetail, RecipientInput } from '#contract/documents/documents.ts';
import { mailCodeGap } from '#core/ceremony/gate.ts';
import { grace, linus } from '#testing/cast.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import { signerOf, type Answer, type Desk, type Signer } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { requestFrame, openEmbedding, openFrame, signerInFrame } from '#testing/embed.ts';
import { pdftotext } from '#testing/judges/poppler.ts';
import { inFile } from '#testing/judges/look-at.ts';
import { longTest } from '#testing/long-test.ts';
import { multipartForm } from '#testing/multipart.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { verifyFile } from '#verify/verify-file.ts';
import { expireDocument } from '../../documents/sending/end-document.ts';
import { remindDue } from '../../documents/sending/remind-recipients.ts';
import { sendMail } from '../../messages/mail/send-mail.ts';
import { sealEnding } from '../../evidence/sealing/seal-ending.ts';

const victim = { name: 'Victor Lund', email: 'victor@bank.example' };

/** Each feature is correct by itself. These tests cover combinations of two. */
describeOnOneDatabase('interactions between two features', (open) => {
  let office: Office;
  let ada: Desk;
  let ben: Desk;
  beforeAll(async () => {
    office = await openOffice(await open());
    ada = await office.desk();
    ben = await office.colleague(ada, { role: 'admin', firstName: 'Ben', email: 'ben@harbour.example' });
  });
  beforeEach(async () => {
    await office.settled();
    office.post.mails.length = 0;
  });

  async function out(people: RecipientInput[], send: object = {}): Promise<DocumentDetail> {
    const draft = await ada.prepare(sampleLease(1), people);
    const sent = await ada.send(draft.id, { ...send });
    expect(sent.status, JSON.stringify(sent.body)).toBe(200);
    await office.settled();
    return sent.body;
  }
  const act = ({ id, recipients }: DocumentDetail, what: string, body?: object, by = ada): Promise<Answer> =>
    by.post(`/api/documents/${id}/recipients/${recipients[0]!.id}/${what}`, body);
  const behind = ({ body }: Answer): Signer =>
    signerOf(office.product.app, String(body['url']).split('/').at(-1)!);
  /** Returns how the sealed file says that people were identified. */
  async function identified({ id }: DocumentDetail, of = 'download'): Promise<string> {
    await office.settled();
    const file = await ada.ask(`/api/documents/${id}/${of}`);
    const text = (await inFile(file.bytes, pdftotext)).replaceAll(/\s+/g, ' ');
    return /Identified by (.*?) (?:Reason|Other events|What this)/.exec(text)?.[1] ?? text;
  }
  /** Returns how the first signer was identified, according to the verify page. */
  async function identifiedByVerify({ id }: DocumentDetail): Promise<string[] | undefined> {
    const { bytes } = await ada.ask(`/api/documents/${id}/download`);
    const { story } = await verifyFile(bytes, { roots: [], now: office.now() });
    return story?.parties[0]?.identified.map(({ by }) => by);
  }
  async function expire({ id }: DocumentDetail): Promise<void> {
    const { db } = office.ports.database;
    const over = { expires_at: new Date(office.now()) };
    await db.updateTable('documents').set(over).where('id', '=', id).execute();
    await expireDocument(office.product.services, ada.accountId, id);
    await office.settled();
  }
  const codeIn = (email: string) =>
    office.post
      .to(email)
      .map(({ subject }) => /\d{6}/.exec(subject)?.[0])
      .findLast(Boolean);
  const passOf = ({ headers }: Answer) => ({
    cookie: `pass=${/pass=([^;]+)/.exec(String(headers['set-cookie']))?.[1]}`,
  });

  test('a code emailed to one address does not work for the corrected address', async () => {
    const document = await out([{ ...linus, mailCode: true }]);
    expect((await ada.signer(linus.email).post('/code')).status).toBe(204);
    await office.settled();
    const mailCode = codeIn(linus.email);
    expect((await act(document, 'correct', victim)).status).toBe(200);
    const handed = behind(await act(document, 'hand-over'));
    const entered = await handed.post('/gate', { mailCode });
    expect(entered).toMatchObject({ status: 422, body: { code: 'code-wrong' } });
  });

  test('recipients with codes get the sealed copy only after entering their code, not by email', async () => {
    const people: RecipientInput[] = [
      { ...linus, mailCode: true },
      { ...victim, role: 'viewer', accessCode: 'Quay 14' },
    ];
    const box = { type: 'signature' as const, page: 1, x: 20, y: 20, width: 150, height: 40 };
    const document = await ada.sent(sampleLease(1), people, ([first]) => [{ ...box, recipientId: first! }]);
    const enter = async (email: string, codes: () => object): Promise<[Signer, { cookie: string }]> => {
      const signer = ada.signer(email);
      expect((await signer.download()).body).toMatchObject({ code: 'code-required' });
      if ('mailCode' in codes()) expect((await signer.post('/code')).status).toBe(204);
      await office.settled();
      return [signer, passOf(await signer.post('/gate', codes()))];
    };
    const byMail = () => ({ mailCode: codeIn(linus.email) ?? null });
    const [linusSigns, pass] = await enter(linus.email, byMail);
    expect((await linusSigns.sign({}, pass)).status).toBe(200);
    await office.settled();
    const copies = (email: string) => office.post.to(email).at(-1)?.attachments.length;
    expect([copies(linus.email), copies(victim.email)]).toEqual([0, 0]);
    expect(copies('ada@harbour.example')).toBe(1);
    const codeBefore = codeIn(linus.email);
    office.wait(mailCodeGap + 1000);
    const sealed = (await ada.ask(`/api/documents/${document.id}/download`)).bytes;
    // A recipient who forgot the code, or is locked out, can get a new one even after completion.
    const [, victor] = document.recipients;
    const anew = { method: 'POST', body: { accessCode: 'Quay 15' } } as const;
    const changed = await ada.ask(`/api/documents/${document.id}/recipients/${victor!.id}/access-code`, anew);
    expect(changed.status).toBe(200);
    for (const [email, codes] of [
      [linus.email, byMail],
      [victim.email, () => ({ accessCode: 'Quay 15' })],
    ] as const) {
      const [signer, own] = await enter(email, codes);
      expect((await signer.ask('/download', { headers: own })).bytes.equals(sealed)).toBe(true);
    }
    expect(codeIn(linus.email)).not.toBe(codeBefore);
  });

  test('a frame URL requested for Grace does not open for the person who replaced her', async () => {
    const { program } = await openEmbedding(ada);
    const document = await out([grace]);
    const part = { id: document.id, recipientId: document.recipients[0]!.id };
    const { url } = (await requestFrame(program, part)).body;
    expect((await act(document, 'correct', linus)).status).toBe(200);
    expect(await openFrame(program, url)).toMatchObject({ status: 410 });
  });

  test('revoking a key ends its program’s open pages', async () => {
    const { program, keyId } = await openEmbedding(ada);
    const document = await out([grace]);
    const part = { id: document.id, recipientId: document.recipients[0]!.id };
    const signer = await signerInFrame(office.product.app, program, part);
    expect((await signer.opened()).status).toBe(204);
    await ada.delete(`/api/keys/${keyId}`);
    expect((await signer.sign()).body).toMatchObject({ code: 'link-replaced' });
  });

  longTest(
    'the certificate names the device used for signing, even if another device opened the link later',
    async () => {
      const document = await out([grace]);
      const signer = behind(await act(document, 'hand-over'));
      await act(document, 'hand-over', undefined, ben);
      expect((await signer.sign()).status).toBe(200);
      expect(await identified(document)).toBe('in person, on the device of ada@harbour.example');
    },
  );

  test('the certificate does not mention an access code that the sender removed before the signature', async () => {
    const document = await out([{ ...grace, accessCode: 'Quay 14' }]);
    const signer = ada.signer(grace.email);
    const entered = await signer.post('/gate', { accessCode: 'Quay 14' });
    expect(entered.status).toBe(204);
    expect((await act(document, 'access-code', { accessCode: null })).status).toBe(200);
    expect((await signer.sign()).status).toBe(200);
    expect(await identified(document)).toBe('email link only');
  });

  longTest('the certificate mentions an access code that was entered and is still set', async () => {
    const document = await out([{ ...grace, accessCode: 'Quay 14' }]);
    const signer = ada.signer(grace.email);
    const entered = await signer.post('/gate', { accessCode: 'Quay 14' });
    expect((await signer.sign({}, passOf(entered))).status).toBe(200);
    expect(await identified(document)).toBe('email link, access code from the sender');
  });

  longTest.each([
    {
      since: 'their code was taken away',
      asked: { accessCode: 'Quay 14' },
      set: { accessCode: null },
      said: 'email link, access code from the sender',
      ways: ['mail-link', 'access-code'],
    },
    {
      since: 'a code was set and entered',
      asked: { mailCode: true },
      set: { accessCode: 'Berth 9' },
      said: 'email link, one-time code by email',
      ways: ['mail-link', 'mail-code'],
    },
  ])(
    'the certificate says how the signer was identified when signing, even if the document expired later, $since, and was extended',
    async ({ asked, set, said, ways }) => {
      const document = await out([{ ...grace, ...asked }, linus]);
      const signer = ada.signer(grace.email);
      const enter = async (codes: object): Promise<Answer> => {
        if (!asked.mailCode) return signer.post('/gate', codes);
        office.wait(mailCodeGap + 1000);
        expect((await signer.post('/code')).status).toBe(204);
        await office.settled();
        return signer.post('/gate', { ...codes, mailCode: codeIn(grace.email) });
      };
      const entered = await enter(asked);
      expect((await signer.sign({}, passOf(entered))).status).toBe(200);
      await expire(document);
      expect((await act(document, 'access-code', set)).status).toBe(200);
      if (set.accessCode !== null) expect((await enter(set)).status).toBe(204);
      expect((await ada.post(`/api/documents/${document.id}/extend`, { days: 30 })).status).toBe(200);
      await office.settled();
      expect((await ada.signer(linus.email).sign()).status).toBe(200);
      expect(await identified(document)).toMatch(new RegExp(`^${said} `));
      expect(await identifiedByVerify(document)).toEqual(ways);
    },
  );

  test('a colleague who signs in their own account is not called the sender', async () => {
    const document = await out([{ name: 'Ben Moreau', email: 'ben@harbour.example' }]);
    const signer = behind(await act(document, 'sign-myself', undefined, ben));
    expect((await signer.sign()).status).toBe(200);
    expect(await identified(document)).toBe('signed in to the sender’s account');
  });

  test.each([
    ['who only reads', 'viewer', 'business'],
    ['of an account whose plan has ended', 'member', 'free'],
  ] as const)('a colleague %s can sign their own part', async (_, role, plan) => {
    const cleo = { firstName: 'Cleo', lastName: 'Adler', email: `cleo-${role}@harbour.example` };
    const colleague = await office.colleague(ada, { ...cleo, role });
    const document = await out([{ name: 'Cleo Adler', email: cleo.email }]);
    const accounts = office.ports.database.db.updateTable('accounts').where('id', '=', ada.accountId);
    await accounts.set({ plan }).execute();
    const link = await act(document, 'sign-myself', undefined, colleague);
    await accounts.set({ plan: 'business' }).execute();
    expect((await behind(link).sign()).status).toBe(200);
    expect(await identified(document)).toBe('signed in to the sender’s account');
  });

  longTest('a transferred document keeps its original sender in the certificate', async () => {
    const document = await out([{ name: 'Ben Moreau', email: 'ben@harbour.example' }]);
    const memberId = ben.userId;
    const body = { ids: [document.id], memberId };
    expect((await ada.post('/api/documents/hand-over', body)).status).toBe(200);
    const signer = behind(await act(document, 'sign-myself', undefined, ben));
    expect((await signer.sign()).status).toBe(200);
    expect(await identified(document)).toBe('signed in to the sender’s account');
  });

  test("the record of the ending says that someone declined on the sender's device", async () => {
    const document = await out([grace]);
    const signer = behind(await act(document, 'hand-over'));
    await act(document, 'hand-over', undefined, ben);
    expect((await signer.decline('No.')).status).toBe(204);
    expect(await identified(document, 'certificate')).toBe('in person, on the device of ada@harbour.example');
  });

  test('a recipient who replaces one that asked for paper gets the sealed copy', async () => {
    const document = await out([grace]);
    expect((await ada.signer(grace.email).paper({ withdraw: true, note: '' })).status).toBe(204);
    expect((await act(document, 'correct', linus)).status).toBe(200);
    await office.settled();
    expect((await ada.read(document.id)).recipients[0]).toMatchObject({ consentWithdrawn: false });
    expect((await ada.signer(linus.email).sign()).status).toBe(200);
    await office.settled();
    expect(office.post.to(linus.email)).toHaveLength(2);
  });

  /** Uploads two files for one field. `meanwhile` runs during the second upload. */
  async function handInTwice(meanwhile: (document: DocumentDetail) => Promise<Answer>): Promise<Answer> {
    const box = { page: 1, x: 20, width: 190, height: 26 };
    const draft = await ada.prepare(sampleLease(1), [grace], ([recipientId]) => [
      { ...box, type: 'signature', y: 20, height: 48, recipientId: recipientId! },
      { ...box, type: 'attachment', y: 120, recipientId: recipientId! },
    ]);
    const { body: document } = await ada.send(draft.id);
    await office.settled();
    const signer = ada.signer(grace.email);
    const field = document.signatureFields.find(({ type }) => type === 'attachment')!;
    const attach = (name: string) =>
      signer.ask(`/attachments/${field.id}`, {
        method: 'POST',
        ...multipartForm([{ name, bytes: sampleLease(1) }]),
      });
    expect((await attach('passport.pdf')).status).toBe(201);
    const { put } = office.ports.files;
    let done: Answer | undefined;
    office.ports.files.put = async (bytes) => {
      done ??= await meanwhile(document);
      return put(bytes);
    };
    const late = await attach('late.pdf');
    office.ports.files.put = put;
    expect(done?.status).toBe(200);
    return late;
  }

  const attachedFiles = async () =>
    (await office.product.services.db.selectFrom('attachments').select('name').execute()).map(
      ({ name }) => name,
    );

  test("a correction deletes the previous recipient's file, and an upload through their ended link is refused", async () => {
    const late = await handInTwice((document) => act(document, 'correct', linus));
    expect(late.body).toMatchObject({ code: 'link-replaced' });
    expect(await attachedFiles()).toEqual([]);
  });

  test('an upload is refused if the document is voided in the meantime', async () => {
    const late = await handInTwice((document) =>
      ada.post(`/api/documents/${document.id}/void`, { reason: 'Wrong file' }),
    );
    expect([late.status, late.body]).toEqual([410, expect.objectContaining({ code: 'document-voided' })]);
    expect(await attachedFiles()).toEqual(['passport.pdf']);
  });

  const codeMailed = (email: string) =>
    office.post
      .to(email)
      .map(({ subject }) => /\d{6}/.exec(subject)?.[0])
      .findLast(Boolean);

  longTest(
    "recipients with a code can still get the sealed copy if the document is in the sender's bin",
    async () => {
      const document = await out([{ ...grace, accessCode: 'Quay 14' }]);
      const signer = ada.signer(grace.email);
      const entered = await signer.post('/gate', { accessCode: 'Quay 14' });
      const cookie = `pass=${/pass=([^;]+)/.exec(String(entered.headers['set-cookie']))![1]}`;
      expect((await signer.sign({}, { cookie })).status).toBe(200);
      await office.settled();
      expect((await ada.delete(`/api/documents/${document.id}`)).status).toBeLessThan(300);
      const newest = ada.signer(grace.email);
      expect((await newest.post('/gate', { accessCode: 'Quay 14' })).status).toBe(204);
    },
  );

  test('signers can withdraw consent and ask for paper even after the document was deleted or purged', async () => {
    const document = await out([grace]);
    const signer = ada.signer(grace.email);
    expect((await signer.sign()).status).toBe(200);
    await office.settled();
    expect((await ada.delete(`/api/documents/${document.id}`)).status).toBe(204);
    expect((await signer.view()).body).toMatchObject({ recipient: { state: 'signed' } });
    expect((await signer.paper({ withdraw: true, note: '' })).status).toBe(204);
    const purged = await ada.post('/api/bin/purge', { ids: [document.id] });
    expect(purged.body).toMatchObject({ done: [document.id] });
    expect((await signer.paper({ note: 'By post, please' })).status).toBe(204);
    expect((await signer.decline('No')).body).toMatchObject({ code: 'already-signed' });
    expect((await signer.sign()).body).toMatchObject({ code: 'already-signed' });
    await office.settled();
    const subjects = office.post.to('ada@harbour.example').map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject.startsWith('Paper copy requested'))).toHaveLength(2);
    const { db } = office.product.services;
    const events = db.selectFrom('events').select('type').where('document_id', '=', document.id);
    const asked = events.where('type', 'in', ['consent_withdrawn', 'paper_requested']);
    expect(await asked.orderBy('seq').execute()).toEqual([
      { type: 'consent_withdrawn' },
      { type: 'paper_requested' },
    ]);
  });

  test('the record of an ending is available after entering the codes, which can be emailed on request', async () => {
    const document = await out([
      { ...grace, mailCode: true },
      { ...linus, accessCode: 'Quay 14' },
    ]);
    expect((await ada.post(`/api/documents/${document.id}/void`, { reason: 'Wrong' })).status).toBe(200);
    await office.settled();
    expect((await ada.signer(linus.email).post('/gate', { accessCode: 'Quay 14' })).status).toBe(204);
    const signer = ada.signer(grace.email);
    expect((await signer.post('/code')).status).toBe(204);
    await office.settled();
    expect((await signer.post('/gate', { mailCode: codeMailed(grace.email) })).status).toBe(204);
  });

  longTest.each(['correct', 'delegate'] as const)(
    'if one of a mailbox’s two parts passes to another person, a new email is sent for the other part: %s',
    async (how) => {
      const draft = await ada.prepare(sampleLease(1), [grace, { ...grace, role: 'approver' }], ([id]) => [
        { type: 'signature', page: 1, x: 20, y: 20, width: 150, height: 40, recipientId: id! },
      ]);
      const { body: document } = await ada.send(draft.id, { allowDelegation: true });
      await office.settled();
      expect(office.post.to(grace.email)).toHaveLength(1);
      const first = ada.signer(grace.email);
      const given =
        how === 'correct'
          ? await act(document, 'correct', victim)
          : await first.delegate({ ...victim, reason: 'On leave' });
      expect(given.status).toBeLessThan(300);
      await office.settled();
      expect(office.post.to(grace.email)).toHaveLength(2);
      expect((await ada.signer(victim.email).sign()).status).toBe(200);
      expect((await ada.signer(grace.email).sign()).status).toBe(200);
      await office.settled();
      expect(await ada.read(document.id)).toMatchObject({ status: 'completed' });
    },
  );

  test('a person who withdrew consent gets no sealed copy through another part either', async () => {
    const document = await out([grace, { ...grace, role: 'approver' }, linus]);
    expect((await ada.signer(grace.email).sign()).status).toBe(200);
    expect((await ada.signer(grace.email).paper({ withdraw: true, note: '' })).status).toBe(204);
    const { also } = (await ada.signer(grace.email).view()).body;
    const approver = signerOf(office.product.app, also!.url.split('/').at(-1)!);
    expect((await approver.sign()).status).toBe(200);
    expect((await ada.signer(linus.email).sign()).status).toBe(200);
    await office.settled();
    expect(await ada.read(document.id)).toMatchObject({ status: 'completed' });
    expect(office.post.to(grace.email).filter(({ attachments }) => attachments.length > 0)).toEqual([]);
  });

  test.each(['voided', 'declined', 'expired'] as const)(
    'a person who withdrew consent after signing gets no email that the document was %s',
    async (how) => {
      const document = await out([grace, linus]);
      expect((await ada.signer(grace.email).sign()).status).toBe(200);
      expect((await ada.signer(grace.email).paper({ withdraw: true, note: '' })).status).toBe(204);
      await office.settled();
      const before = office.post.to(grace.email).length;
      if (how === 'voided') await ada.post(`/api/documents/${document.id}/void`, { reason: 'Changed' });
      if (how === 'declined') await ada.signer(linus.email).decline('Too dear');
      if (how === 'expired') await expire(document);
      await office.settled();
      expect(await ada.read(document.id)).toMatchObject({ status: how });
      expect(office.post.to(grace.email).slice(before)).toEqual([]);
      if (how !== 'declined') expect(office.post.to(linus.email)).toHaveLength(2);
    },
  );

  test("links opened on a member's device end when the member may no longer send documents", async () => {
    const document = await out([grace]);
    const person = { role: 'member' as const, firstName: 'Imre', email: 'imre@harbour.example' };
    const imre = await office.colleague(ada, person);
    const signer = behind(await act(document, 'hand-over', undefined, imre));
    expect((await signer.view()).status).toBe(200);
    const role = await ada.patch(`/api/team/members/${imre.userId}`, { role: 'viewer' });
    expect(role.status).toBe(204);
    expect((await signer.view()).body).toMatchObject({ code: 'link-replaced' });
  });

  test('an address whose spelling changes while its email is queued still gets the email', async () => {
    const written = 'Grace@Harbour.example';
    office.post.answer(written, { state: 'deferred', reply: '451 Later' });
    const document = await out([{ ...grace, email: written }]);
    expect(office.post.mails).toEqual([]);
    expect((await act(document, 'correct', grace)).status).toBe(200);
    const { services } = office.product;
    const [mail] = (await services.db.selectFrom('mails').selectAll().orderBy('created_at').execute()).slice(
      -1,
    );
    await sendMail(services, { accountId: ada.accountId, mailId: mail!.id });
    expect(office.post.to(written)).toHaveLength(1);
  });

  test('a recipient who resumes signing after asking for paper gets automatic reminders again', async () => {
    await out([linus], { reminders: { everyDays: 2, most: 1 } });
    const signer = ada.signer(linus.email);
    expect((await signer.paper()).status).toBe(204);
    expect((await signer.resume()).status).toBe(204);
    const days = 2.1 * 86_400_000;
    office.wait(days);
    await remindDue(office.product.services);
    await office.settled();
    office.wait(-days);
    expect(office.post.to(linus.email)).toHaveLength(2);
  });

  test('queued notifications and the sealed copy go to the document’s current owner', async () => {
    const mira = {
      role: 'member' as const,
      firstName: 'Mira',
      lastName: 'Holm',
      email: 'mira@harbour.example',
    };
    const member = await office.colleague(ada, mira);
    const draft = await member.prepare(sampleLease(1), [grace]);
    await member.send(draft.id);
    await office.settled();
    const away = { state: 'deferred', reply: '451 Later' } as const;
    office.post.answer(mira.email, away, away, away);
    expect((await member.signer(grace.email).sign()).status).toBe(200);
    const { services } = office.product;
    const waiting = () =>
      services.db
        .selectFrom('mails')
        .select('id')
        .where('document_id', '=', draft.id)
        .where('kind', '=', 'completed')
        .where('recipient_id', 'is', null)
        .where('state', '=', 'deferred')
        .execute();
    await expect.poll(async () => (await waiting()).length, { timeout: 20_000 }).toBe(1);
    expect((await ada.ask(`/api/team/members/${member.userId}/remove`, { method: 'POST' })).status).toBe(204);
    office.post.answer(mira.email);
    const [mail] = await waiting();
    const before = office.post.to('ada@harbour.example').length;
    await sendMail(services, { accountId: ada.accountId, mailId: mail!.id });
    expect(office.post.to(mira.email).filter(({ attachments }) => attachments.length > 0)).toEqual([]);
    const [copy] = office.post.to('ada@harbour.example').slice(before);
    expect(copy?.attachments).toHaveLength(1);
  });

  test('a purged record of an ending is no longer offered and not created again', async () => {
    const document = await out([linus]);
    await ada.ask(`/api/documents/${document.id}/void`, { method: 'POST', body: { reason: 'Wrong berth' } });
    await office.settled();
    const signer = ada.signer(linus.email);
    const offered = async () =>
      ((await signer.view()).body as unknown as { parameters?: { recordUrl?: string } }).parameters
        ?.recordUrl;
    expect(await offered()).toBeDefined();
    await ada.ask(`/api/documents/${document.id}`, { method: 'DELETE' });
    await ada.ask('/api/bin/purge', { method: 'POST', body: { ids: [document.id] } });
    expect(await offered()).toBeUndefined();
    expect((await signer.ask('/certificate')).body).toMatchObject({ code: 'certificate-not-ready' });
    const { services } = office.product;
    const key = { account_id: ada.accountId, id: document.id };
    const rows = () =>
      services.db.selectFrom('documents').select('certificate_sha256').where('id', '=', key.id).execute();
    const before = await rows();
    await sealEnding(services, key.account_id, key.id);
    expect(await rows()).toEqual(before);
    await services.db
      .updateTable('documents')
      .set({ certificate_sha256: null, certificate_size: null })
      .where('id', '=', key.id)
      .execute();
    await sealEnding(services, key.account_id, key.id);
    expect(await rows()).toEqual([{ certificate_sha256: null }]);
  });
});
