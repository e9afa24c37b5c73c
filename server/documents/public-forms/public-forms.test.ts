import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { FieldInput, RecipientInput } from '#contract/documents/documents.ts';
import type { PublicFormView } from '#contract/documents/public-forms.ts';
import type { TemplateDetail } from '#contract/documents/templates.ts';
import { newId } from '#server/foundation/db/new-id.ts';
import { grace, linus } from '#testing/cast.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import { signerOf, type Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { inFile } from '#testing/judges/look-at.ts';
import { pdftotext } from '#testing/judges/poppler.ts';
import { longTest } from '#testing/long-test.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { verifyFile } from '#verify/verify-file.ts';
import { entryCode, entryOfVisit } from './form-secrets.ts';
import { deleteUnconfirmedIdentities } from './form-store.ts';

type Trail = {
  events: { type: string; data: Record<string, unknown>; actor: string }[];
};

/** Creates a template for Ada with one signature, and a form for it. `people` have the other roles. */
async function openForm(
  desk: Desk,
  change: Record<string, unknown> = {},
  others: (RecipientInput & { name: string })[] = [],
  visitorIs: 'first' | 'last' = 'first',
  fields?: (ids: string[]) => FieldInput[],
) {
  const people = [
    { ...grace, role: 'signer' as const },
    ...others.map((one) => ({ role: 'signer' as const, ...one })),
  ];
  if (visitorIs === 'last') people.reverse();
  const numbered = people.map((one, index) => ({ ...one, order: index + 1 }));
  const draft = await desk.prepare(sampleLease(), numbered, fields);
  const words = {
    name: 'Berth for a year',
    description: 'For a year',
    category: 'Legal',
    documentId: draft.id,
  };
  const { body: made } = await desk.post<{ id: string }>('/api/templates', words);
  const { body: template } = await desk.ask<TemplateDetail>(`/api/templates/${made.id}`);
  const roles = visitorIs === 'last' ? template.roles.toReversed() : template.roles;
  const [visitor, ...rest] = roles;
  const answer = await desk.put<PublicFormView & { code?: string }>(`/api/templates/${made.id}/form`, {
    on: true,
    visitorRole: visitor!.id,
    people: rest.map((role, at) => ({ roleId: role.id, name: others[at]!.name, email: others[at]!.email })),
    ...change,
  });
  return { id: made.id, answer, path: new URL(answer.body.url ?? 'http://none/').pathname };
}

describeOnOneDatabase('public forms', (open) => {
  let office: Office;
  beforeAll(async () => {
    office = await openOffice(await open(), { working: false });
    await office.product.jobs.work(office.product.jobHandlers);
  });

  let visitors = 0;
  const post = (url: string, fields: Record<string, string>, remoteAddress = `10.9.${++visitors % 250}.1`) =>
    office.product.app.inject({
      method: 'POST',
      url,
      remoteAddress,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: office.product.services.publicUrl,
      },
      payload: new URLSearchParams(fields).toString(),
    });
  const linkTo = (email: string) =>
    office.post
      .to(email)
      .map(({ text }) => /\/form\/confirm\/[\w-]+/.exec(text)?.[0])
      .findLast((link) => link !== undefined)!;
  /** Submits the form, reads the email and presses its button. */
  const askAndConfirm = async (path: string, person: { name: string; email: string }) => {
    const asked = await post(path, person);
    await office.settled();
    return asked.statusCode === 303 ? post(linkTo(person.email), {}) : asked;
  };
  const documentsOf = async (desk: Desk) =>
    (await desk.ask<{ id: string; status: string }[]>('/api/documents')).body.filter(
      ({ status }) => status !== 'draft',
    );

  test('the form of an account being deleted is closed until the deletion is canceled', async () => {
    const desk = await office.desk({ email: 'imre@harbour.example' });
    const { path } = await openForm(desk);
    const close = { method: 'POST', body: { confirmation: 'imre@harbour.example' } } as const;
    expect((await desk.ask('/api/account/closure', close)).status).toBe(200);
    expect((await post(path, { name: 'Hana Sato', email: 'hana@sato.example' })).statusCode).toBe(409);
    await desk.delete('/api/account/closure');
    expect((await office.product.app.inject(path)).statusCode).toBe(200);
  });

  test('Hana submits, confirms by email and signs through a link in another email, and the sealed file records that she used the form', async () => {
    const desk = await office.desk();
    const { id, path } = await openForm(desk);
    const hana = { name: 'Hana Sato', email: 'hana@sato.example' };
    const shown = await office.product.app.inject(path);
    expect(shown.body).toContain('Berth for a year');
    expect(shown.headers['set-cookie']).toBeUndefined();

    const asked = await post(path, hana);
    expect(asked.statusCode).toBe(303);
    expect(await documentsOf(desk)).toEqual([]);
    await office.settled();
    const link = linkTo(hana.email);
    // A mail scanner opens the link, which has no effect (S-13).
    expect((await office.product.app.inject(link)).statusCode).toBe(200);
    expect(await documentsOf(desk)).toEqual([]);
    const confirmed = await post(link, {});
    expect(confirmed.body).not.toMatch(/\/sign\//);
    await post(link, {});
    await office.settled();
    const [sent, ...more] = await documentsOf(desk);
    expect(more).toEqual([]);

    await desk.signer(hana.email).sign();
    await office.settled();
    const { body: trail } = await desk.ask<Trail>(`/api/documents/${sent!.id}/trail`);
    const types = trail.events.map(({ type }) => type);
    expect(types.slice(0, 4)).toEqual([
      ...['document_made_from_template', 'form_answered', 'document_sent', 'invitation_issued'],
    ]);
    const [recipient] = (await desk.read(sent!.id)).recipients;
    expect(trail.events[1]).toMatchObject({
      actor: 'Hana Sato',
      data: { recipientId: recipient!.id, requestedAt: expect.any(String) },
    });
    expect(trail.events[2]!.data['through']).toBe('public-form');
    const { bytes } = await desk.ask(`/api/documents/${sent!.id}/download`);
    const certificate = (await inFile(bytes, pdftotext)).replaceAll(/\s+/g, ' ');
    expect(certificate).toContain('Name typed by the visitor of a public form');
    expect(certificate).toContain('Sent through a public form set up by the sender');
    const report = await verifyFile(new Uint8Array(bytes), { roots: [], now: office.now() });
    expect(report.verdict).toBe('unknown-root');

    const { bytes: csv } = await desk.ask(`/api/templates/${id}/form/answers?format=csv`);
    expect(csv.toString()).toMatch(
      /\r\n[^,]+Z,[^,]+Z,[\w-]+,[^,]+,completed,.*,Hana Sato,hana@sato\.example,signed/,
    );
  });

  const codeTo = (email: string) => /\b\d{6}\b/.exec(office.post.to(email).at(-1)!.subject)![0];
  const sendDelayedMails = async () => {
    const { db } = office.product.services;
    await sql`UPDATE pgboss.job SET start_after = now() WHERE name = 'send-mail' AND state = 'created'`.execute(
      db,
    );
    await office.settled();
  };
  /** Enters name and address, and returns the path of the page that asks for the code. */
  const visit = async (path: string, person: { name: string; email: string }) => {
    const asked = await post(path, person);
    await office.settled();
    return String(asked.headers.location);
  };

  test('Ines reads, enters the emailed code on the same page and signs, and the sealed file records it', async () => {
    const desk = await office.desk();
    const thanks = { text: ' See you on the quay! ', link: 'https://harbour.example' };
    const { path, answer } = await openForm(desk, { thanks });
    expect(answer.body.thanks).toEqual({ text: 'See you on the quay!', link: 'https://harbour.example/' });
    const page = await office.product.app.inject(path);
    const [picture] = /\/form\/[\w-]+\/pages\/1(?=")/.exec(page.body)!;
    const read = await Promise.all(
      [picture, `${path}/file`, `${path}/pages/99`].map((url) => office.product.app.inject(url)),
    );
    expect(read.map(({ statusCode, headers }) => [statusCode, headers['content-type']])).toEqual([
      [200, 'image/png'],
      [200, 'application/pdf'],
      [404, 'text/html; charset=utf-8'],
    ]);

    const ines = { name: 'Ines Okafor', email: 'ines@visit.example' };
    const [hers, mallorys] = [
      await visit(path, ines),
      await visit(path, { ...ines, email: 'mallory@visit.example' }),
    ];
    const code = codeTo(ines.email);
    expect((await post(mallorys, { code })).statusCode).toBe(422);
    expect((await post(hers, { code: code === '000000' ? '000001' : '000000' })).statusCode).toBe(422);
    expect(await documentsOf(desk)).toEqual([]);
    const entered = await post(hers, { code: ` ${code.slice(0, 3)} ${code.slice(3)}` });
    const url = String(entered.headers.location);
    expect([entered.statusCode, url]).toEqual([303, expect.stringMatching(/^\/sign\/[\w-]+$/)]);
    expect((await post(hers, { code })).headers.location).toBe(url);
    expect((await post(linkTo(ines.email), {})).body).toContain('You have already started');

    const signer = signerOf(office.product.app, url.slice('/sign/'.length));
    expect((await signer.view()).body.document.thanks).toBeNull();
    expect((await signer.sign()).status).toBe(200);
    expect((await signer.view()).body.document.thanks).toEqual(answer.body.thanks);
    await sendDelayedMails();
    expect(office.post.to(ines.email).filter(({ subject }) => subject.includes('asks you to sign'))).toEqual(
      [],
    );
    const [sent, ...more] = await documentsOf(desk);
    expect(more).toEqual([]);
    const { body: trail } = await desk.ask<Trail>(`/api/documents/${sent!.id}/trail`);
    const answered = trail.events.find(({ type }) => type === 'form_answered');
    expect(answered?.data['confirmedBy']).toBe('code');
    const { bytes } = await desk.ask(`/api/documents/${sent!.id}/download`);
    const certificate = (await inFile(bytes, pdftotext)).replaceAll(/\s+/g, ' ');
    expect(certificate).toContain('one-time code by email, entered in the public form');
    expect(certificate).not.toContain('email link only');
    const report = await verifyFile(new Uint8Array(bytes), { roots: [], now: office.now() });
    expect(report.story?.parties[0]?.identified).toEqual([{ by: 'form-code' }]);
  });

  test('a visitor who leaves gets a link after a while, and the code opens nothing once another person has the part', async () => {
    const desk = await office.desk();
    const { path } = await openForm(desk);
    const jun = { name: 'Jun Sato', email: 'jun@visit.example' };
    const page = await visit(path, jun);
    const code = codeTo(jun.email);
    expect((await post(page, { code })).statusCode).toBe(303);
    const [sent] = await documentsOf(desk);
    const [visitor] = (await desk.read(sent!.id)).recipients;
    const kim = { name: 'Kim Berg', email: 'kim@visit.example' };
    const corrected = await desk.post(`/api/documents/${sent!.id}/recipients/${visitor!.id}/correct`, kim);
    expect(corrected.status).toBe(200);
    expect((await post(page, { code })).statusCode).toBe(404);

    const lee = { name: 'Lee Park', email: 'lee@visit.example' };
    expect((await post(await visit(path, lee), { code: codeTo(lee.email) })).statusCode).toBe(303);
    await office.settled();
    const signingMails = () => office.post.to(lee.email).filter(({ text }) => text.includes('/sign/'));
    expect(signingMails()).toEqual([]);
    await sendDelayedMails();
    expect(signingMails()).toHaveLength(1);
    expect((await desk.signer(lee.email).sign()).status).toBe(200);
  });

  test('a visitor with an unfinished document can continue it or start another one', async () => {
    const desk = await office.desk();
    const { path } = await openForm(desk);
    const noa = { name: 'Noa Levi', email: 'noa@visit.example' };
    const enter = async () => {
      const page = await visit(path, noa);
      const code = codeTo(noa.email);
      const answered = await post(page, { code });
      return { answered, choose: (act: string) => post(page, { code, act }) };
    };
    const asked = 'You started this form before';
    expect((await enter()).answered.statusCode).toBe(303);
    const second = await enter();
    expect([second.answered.statusCode, second.answered.body.includes(asked)]).toEqual([200, true]);
    expect(await documentsOf(desk)).toHaveLength(1);
    expect((await second.choose('new')).statusCode).toBe(303);
    expect(await documentsOf(desk)).toHaveLength(2);
    const third = await enter();
    expect(third.answered.body).toContain(asked);
    const link = String((await third.choose('continue')).headers.location);
    expect((await signerOf(office.product.app, link.slice('/sign/'.length)).sign()).status).toBe(200);
    await office.settled();
    const [sealed, ...others] = (await documentsOf(desk)).toSorted((one) =>
      one.status === 'completed' ? -1 : 1,
    );
    expect(others.map(({ status }) => status)).toEqual(['sent']);
    const { bytes } = await desk.ask(`/api/documents/${sealed!.id}/download`);
    const report = await verifyFile(new Uint8Array(bytes), { roots: [], now: office.now() });
    expect(report.story?.parties[0]?.identified).toEqual([{ by: 'form-code' }]);
  });

  test('a code expires after 15 minutes, and a form with an access code shows nothing until it is entered', async () => {
    const desk = await office.desk();
    const { path } = await openForm(desk, { code: 'heron 7' });
    const get = (url: string) => office.product.app.inject(url);
    expect((await get(path)).body).not.toMatch(/pages\/1|name="email"/);
    for (const at of ['/file', '/pages/1']) expect((await get(path + at)).statusCode).toBe(409);
    expect((await post(path, { code: 'heron 8' })).statusCode).toBe(422);
    const admitted = String((await post(path, { code: 'Heron 7' })).headers.location);
    expect((await get(admitted)).body).toMatch(/pages\/1.*name="email"/s);
    expect((await get(`${admitted}/file`)).statusCode).toBe(200);
    expect((await get(`${path}~forged/file`)).statusCode).toBe(409);
    const moa = { name: 'Moa Lind', email: 'moa@visit.example' };
    const page = await visit(admitted, moa);
    office.wait(15 * 60_000);
    expect((await get(page)).statusCode).toBe(409);
    expect((await post(page, { code: codeTo(moa.email) })).statusCode).toBe(409);
  });

  test('two fields with the same label have separate answer columns, numbered in field order', async () => {
    const desk = await office.desk();
    const box = { page: 1, x: 20, width: 150, height: 30, label: 'Berth', required: false };
    const { id, path } = await openForm(desk, {}, [], 'first', ([visitor]) =>
      ([20, 70, 120] as const).map((y, at) => ({
        ...box,
        y,
        recipientId: visitor!,
        ...(at === 0 ? { type: 'signature', required: true } : { type: 'text' }),
      })),
    );
    const imre = { name: 'Imre Sandor', email: 'imre@sandor.example' };
    await post(path, imre);
    await office.settled();
    await post(linkTo(imre.email), {});
    await office.settled();
    const signer = desk.signer(imre.email);
    const { fields } = (await signer.view()).body;
    const [, second] = fields.filter(({ type }) => type === 'text');
    expect((await signer.sign({ fields: [{ id: second!.id, value: '14' }] })).status).toBe(200);
    const { bytes: csv } = await desk.ask(`/api/templates/${id}/form/answers?format=csv`);
    expect(csv.toString()).toMatch(/status,Berth,Berth 2\r\n.*,signed,,14\r\n$/s);
  });

  test('entering Grace’s address lets Mallory create nothing until Grace confirms, and only her mailbox gets the link', async () => {
    const desk = await office.desk();
    const { path } = await openForm(desk);
    const before = office.post.to('grace@victim.example').length;
    const asked = await post(path, { name: 'Grace Lindqvist', email: 'grace@victim.example' });
    expect(asked.body).not.toMatch(/confirm\/|sign\//);
    await office.settled();
    expect(office.post.to('grace@victim.example').length).toBe(before + 1);
    expect(await documentsOf(desk)).toEqual([]);
    const [, , , token] = linkTo('grace@victim.example').split('/');
    for (const forged of [`${token!.slice(0, -2)}AA`, 'A'.repeat(64), '']) {
      expect((await post(`/form/confirm/${forged}`, {})).statusCode).toBe(404);
    }
    office.wait(49 * 3_600_000);
    expect((await post(`/form/confirm/${token}`, {})).statusCode).toBe(404);
    const { db } = office.product.services;
    await deleteUnconfirmedIdentities(db, office.now() - 48 * 3_600_000);
    expect(JSON.stringify(await db.selectFrom('form_entries').selectAll().execute())).not.toContain('victim');
  });

  test('many forms of Mallory send a stranger at most three emails a day, with unchanged responses', async () => {
    const { formKey } = office.product.services;
    const [one, other] = [await office.desk(), await office.desk()];
    const forms = [await openForm(one), await openForm(other)];
    const answers = [];
    for (let at = 0; at < 6; at += 1) {
      const email = at % 2 ? linus.email : linus.email.toUpperCase();
      const asked = await post(forms[at % 2]!.path, { name: 'Linus', email });
      await office.settled();
      const token = String(asked.headers.location).split('/').at(-1)!;
      const page = await office.product.app.inject(`/form/code/${token}`);
      const shown = page.body.replaceAll(forms[at % 2]!.path, '').replace(email, '');
      const tries = [];
      for (let tried = 0; tried < 6; tried += 1)
        tries.push((await post(`/form/code/${token}`, { code: '0' })).statusCode);
      answers.push(`${asked.statusCode} ${page.statusCode} ${shown} ${tries.join(' ')}`);
      // The correct code does not count if no email was sent for the entry.
      const code = entryCode(formKey, entryOfVisit(formKey, token)!);
      expect((await post(`/form/code/${token}`, { code })).statusCode).toBe(409);
    }
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toMatch(/^303 200 .* 422 422 422 422 409 409$/s);
    const mails = office.post.to(linus.email).length + office.post.to(linus.email.toUpperCase()).length;
    expect(mails).toBe(3);
  });

  longTest(
    'ten concurrent visitors each get one document, and a form for six makes exactly six',
    async () => {
      const desk = await office.desk();
      const { path, id } = await openForm(desk, { maxTotal: 6 });
      const people = Array.from({ length: 10 }, (_, at) => ({
        name: `Guest ${at}`,
        email: `guest${at}@ten.example`,
      }));
      const asked = await Promise.all(people.map((person) => post(path, person)));
      expect(asked.map(({ statusCode }) => statusCode)).toEqual(people.map(() => 303));
      await office.settled();
      const confirmed = await Promise.all(people.map(({ email }) => post(linkTo(email), {})));
      expect(confirmed.filter(({ statusCode }) => statusCode === 200)).toHaveLength(6);
      expect(confirmed.filter(({ statusCode }) => statusCode === 409)).toHaveLength(4);
      const sent = await documentsOf(desk);
      expect(sent).toHaveLength(6);
      const addresses = await Promise.all(
        sent.map(async (one) => (await desk.read(one.id)).recipients[0]!.email),
      );
      expect(new Set(addresses).size).toBe(6);
      const { body } = await desk.ask<{ form: PublicFormView }>(`/api/templates/${id}/form`);
      expect(body.form).toMatchObject({ state: 'closed', made: 6, waiting: 4 });
    },
  );

  test('a form enforces its hourly limit, code, end date and switch, each with its own message', async () => {
    const desk = await office.desk();
    const endsAt = new Date(office.now() + 7_200_000).toISOString();
    const { path, id } = await openForm(desk, { maxPerHour: 2, code: 'heron 7', endsAt });
    expect((await post(path, { name: 'A', email: 'a@one.example', code: 'wrong one' })).statusCode).toBe(422);
    const right = { code: 'heron 7' };
    expect((await post(path, { name: 'A', email: 'a@one.example', ...right })).statusCode).toBe(303);
    expect((await post(path, { name: '', email: 'b@one.example', ...right })).statusCode).toBe(422);
    expect((await post(path, { name: 'B', email: 'no address', ...right })).statusCode).toBe(422);
    expect((await post(path, { name: 'B', email: 'b@one.example', ...right })).statusCode).toBe(303);
    expect((await post(path, { name: 'C', email: 'c@one.example', ...right })).statusCode).toBe(429);
    office.wait(3_700_000);
    expect((await post(path, { name: 'C', email: 'c@one.example', ...right })).statusCode).toBe(303);
    office.wait(3_700_000);
    expect((await post(path, { name: 'D', email: 'd@one.example', ...right })).statusCode).toBe(409);
    const { body } = await desk.ask<{ form: PublicFormView }>(`/api/templates/${id}/form`);
    expect(JSON.stringify(body)).not.toMatch(/heron|argon/);
    expect((await office.product.app.inject('/form/nothing-here')).statusCode).toBe(404);
  });

  test('the page of the emailed link says immediately that the form is closed or the link is too old', async () => {
    const desk = await office.desk();
    const { path } = await openForm(desk, { maxTotal: 1 });
    const entries = ['a', 'b', 'c'].map((name) => ({ name, email: `${name}@closed.example` }));
    for (const entry of entries) await post(path, entry);
    await office.settled();
    const [first, second, third] = entries.map(({ email }) => linkTo(email));
    const open = async (link = '') => {
      const { statusCode, body } = await office.product.app.inject(link);
      return [statusCode, body.includes('<button')];
    };
    expect(await open(first)).toEqual([200, true]);
    expect((await post(first!, {})).statusCode).toBe(200);
    // The form has created its only document, which remains the result of the first link.
    expect(await open(first)).toEqual([200, false]);
    expect(await open(second)).toEqual([409, false]);
    expect((await post(second!, {})).statusCode).toBe(409);
    office.wait(49 * 3_600_000);
    expect(await open(third)).toEqual([404, false]);
    expect((await post(third!, {})).statusCode).toBe(404);
  });

  test('a form cannot be opened if a prefilled value does not fit its field in the form’s formats', async () => {
    const desk = await office.desk();
    const { answer, id } = await openForm(desk, {}, [linus], 'first', ([visitor, other]) => [
      { type: 'signature', page: 1, x: 20, y: 20, width: 150, height: 40, recipientId: visitor },
      { type: 'signature', page: 1, x: 20, y: 90, width: 150, height: 40, recipientId: other },
      {
        type: 'dateEntry',
        label: 'Start',
        page: 1,
        x: 20,
        y: 160,
        width: 48,
        height: 12,
        recipientId: visitor,
        properties: { value: '2026-09-23', readOnly: true },
      },
    ]);
    expect(answer.status).toBe(200);
    const { form } = (await desk.ask<{ form: PublicFormView }>(`/api/templates/${id}/form`)).body;
    const { visitorRole, people } = form;
    const put = (change: Record<string, unknown>) =>
      desk.put(`/api/templates/${id}/form`, { on: true, visitorRole, people, ...change });
    const long = { formats: { dateFormat: 'd MMMM yyyy' } };
    expect(await put(long)).toMatchObject({
      status: 422,
      body: { code: 'field-incomplete', parameters: { reason: 'sender-does-not-fit', label: 'Start' } },
    });
    expect((await put({ ...long, on: false })).status).toBe(200);
  });

  longTest('lists answers beside a fixed counter-signer named by the member', async () => {
    const desk = await office.desk();
    const { path } = await openForm(desk, {}, [linus]);
    const done = await askAndConfirm(path, { name: 'Hana Sato', email: 'hana2@sato.example' });
    expect(done.statusCode).toBe(200);
    const [sent] = await documentsOf(desk);
    const { recipients } = await desk.read(sent!.id);
    expect(recipients.map(({ email }) => email)).toEqual(['hana2@sato.example', linus.email]);
  });

  longTest(
    'a visitor who is also another recipient is recorded as a visitor only in the part they requested',
    async () => {
      const desk = await office.desk();
      const noor = { name: 'Noor Haddad', email: 'noor@haddad.example' };
      const { path } = await openForm(desk, {}, [{ ...noor, role: 'approver' }], 'last');
      const done = await askAndConfirm(path, noor);
      expect(done.statusCode).toBe(200);
      const [sent] = await documentsOf(desk);
      const visitor = (await desk.read(sent!.id)).recipients.find(({ role }) => role === 'signer');
      const { body: trail } = await desk.ask<Trail>(`/api/documents/${sent!.id}/trail`);
      const answered = trail.events.find(({ type }) => type === 'form_answered');
      expect(answered?.data['recipientId']).toBe(visitor?.id);
    },
  );

  test('a form can invite all recipients at the same time', async () => {
    const desk = await office.desk({ email: 'ines@harbour.example' });
    const linusFirst = { ...linus, email: 'linus@same-time.example' };
    const opened = await openForm(desk, { signingOrder: 'parallel' }, [linusFirst], 'last');
    expect(opened.answer.body.signingOrder).toBe('parallel');
    const noor = { name: 'Noor Haddad', email: 'noor@same-time.example' };
    const told = await askAndConfirm(opened.path, noor);
    expect(told.body).not.toContain('Your turn comes later');
    await office.settled();
    const [sent] = await documentsOf(desk);
    const { signingOrder, recipients } = await desk.read(sent!.id);
    expect(signingOrder).toBe('parallel');
    expect(recipients.map(({ status }) => status)).toEqual(['invited', 'invited']);
    // Omitting the order keeps it. Null restores the order numbers of the roles.
    const path = `/api/templates/${opened.id}/form`;
    const { form } = (await desk.ask<{ form: PublicFormView }>(path)).body;
    const { visitorRole, people } = form;
    const body = { on: true, visitorRole, people };
    expect((await desk.put<PublicFormView>(path, body)).body.signingOrder).toBe('parallel');
    const reset = await desk.put<PublicFormView>(path, { ...body, signingOrder: null });
    expect(reset.body.signingOrder).toBeNull();
  });

  longTest(
    'a visitor who signs after Linus sees that their turn comes later, and gets an email once Linus has signed',
    async () => {
      const desk = await office.desk();
      const linusFirst = { ...linus, email: 'linus@first.example' };
      const { path } = await openForm(desk, {}, [linusFirst], 'last');
      const noor = { name: 'Noor Haddad', email: 'noor@waits.example' };
      const told = (await askAndConfirm(path, noor)).body;
      const link = linkTo(noor.email);
      const again = async () => [(await post(link, {})).body, (await office.product.app.inject(link)).body];
      expect(told).toContain('Your turn comes later');
      expect(told).not.toContain('We’ve emailed it to you');
      expect(await again()).toEqual([told, told]);
      await office.settled();
      const signingMails = () => office.post.to(noor.email).filter(({ text }) => text.includes('/sign/'));
      expect(signingMails()).toEqual([]);
      expect((await desk.signer(linusFirst.email).sign()).status).toBe(200);
      await office.settled();
      expect(signingMails()).toHaveLength(1);
      for (const page of await again()) expect(page).toContain('We’ve emailed it to you');
    },
  );

  test('a visitor waiting for a document that has ended is not promised an email', async () => {
    const desk = await office.desk();
    const linusFirst = { ...linus, email: 'linus@declines.example' };
    const { path } = await openForm(desk, {}, [linusFirst], 'last');
    await askAndConfirm(path, { name: 'Noor Haddad', email: 'noor@ended.example' });
    await office.settled();
    expect((await desk.signer(linusFirst.email).decline('No berth is free.')).status).toBe(204);
    const page = await office.product.app.inject(linkTo('noor@ended.example'));
    expect(page.statusCode).toBe(404);
    expect(page.body).not.toMatch(/email it to you|emailed it to you/);
  });

  longTest(
    'erasing a person also erases their form entry, even if their address was corrected since',
    async () => {
      const desk = await office.desk();
      const { path } = await openForm(desk);
      const typed = { name: 'Noor Hadad', email: 'noor@hadad.example' };
      expect((await askAndConfirm(path, typed)).statusCode).toBe(200);
      await office.settled();
      const [sent] = await documentsOf(desk);
      const [visitor] = (await desk.read(sent!.id)).recipients;
      const part = `/api/documents/${sent!.id}/recipients/${visitor!.id}`;
      const noor = { name: 'Noor Haddad', email: 'noor@haddad.example' };
      expect((await desk.post(`${part}/correct`, noor)).status).toBe(200);
      await office.settled();
      expect((await desk.signer(noor.email).sign()).status).toBe(200);
      await office.settled();
      await desk.patch('/api/team', { retentionYears: 0 });
      const body = { reason: 'They asked for it.' };
      expect((await desk.post(`${part}/erase`, body)).status).toBe(200);
      const { db } = office.product.services;
      const rows = await db
        .selectFrom('form_entries')
        .select(['name', 'email'])
        .where('document_id', '=', sent!.id)
        .execute();
      expect(rows).toEqual([{ name: '', email: '' }]);
    },
  );

  test('the plan, a departed sender and plan limits close the form without leaving partial data', async () => {
    const { db } = office.product.services;
    const free = await office.desk({ plan: 'free' });
    expect((await openForm(free)).answer).toMatchObject({
      status: 403,
      body: { code: 'plan-without-feature' },
    });

    const desk = await office.desk({ plan: 'pro' });
    const { path } = await openForm(desk);
    await post(path, { name: 'E', email: 'e@plan.example' });
    await office.settled();
    await db.updateTable('users').set({ removed_at: new Date() }).where('id', '=', desk.userId).execute();
    expect((await post(linkTo('e@plan.example'), {})).statusCode).toBe(409);
    expect((await post(path, { name: 'D', email: 'd@plan.example' })).statusCode).toBe(409);
    await db.updateTable('users').set({ removed_at: null }).where('id', '=', desk.userId).execute();
    await db.updateTable('accounts').set({ plan: 'free' }).where('id', '=', desk.accountId).execute();
    expect((await post(linkTo('e@plan.example'), {})).statusCode).toBe(409);
    expect((await post(path, { name: 'F', email: 'f@plan.example' })).statusCode).toBe(409);
    // The page says that the form is closed before anyone enters a name.
    const page = await office.product.app.inject({ method: 'GET', url: path });
    expect([page.statusCode, page.body.includes('name="email"')]).toEqual([409, false]);
    const rows = await db
      .selectFrom('documents')
      .select('status')
      .where('account_id', '=', desk.accountId)
      .execute();
    expect(rows.map(({ status }) => status)).toEqual(['draft']);
    await db.updateTable('accounts').set({ plan: 'pro' }).where('id', '=', desk.accountId).execute();
    expect((await post(linkTo('e@plan.example'), {})).statusCode).toBe(200);
  });

  test('a member’s form creates nothing once the plan no longer includes teams', async () => {
    const { db } = office.product.services;
    const desk = await office.desk();
    const ben = await office.colleague(desk, { role: 'member', email: 'ben@okafor.example' });
    const { path, id } = await openForm(ben);
    const at = `/api/templates/${id}/form`;
    const state = async () => (await desk.ask<{ form: PublicFormView }>(at)).body.form.state;
    await post(path, { name: 'G', email: 'g@plan.example' });
    await office.settled();
    expect(await state()).toBe('open');
    await db.updateTable('accounts').set({ plan: 'pro' }).where('id', '=', desk.accountId).execute();
    expect(await state()).toBe('closed');
    expect((await post(linkTo('g@plan.example'), {})).statusCode).toBe(409);
    await db.updateTable('accounts').set({ plan: 'business' }).where('id', '=', desk.accountId).execute();
    expect((await post(linkTo('g@plan.example'), {})).statusCode).toBe(200);
  });

  test('no email is sent while the account’s emails are paused or its member has an unconfirmed address', async () => {
    const { db } = office.product.services;
    const desk = await office.desk();
    const { path, id } = await openForm(desk);
    const state = async () =>
      (await desk.ask<{ form: PublicFormView }>(`/api/templates/${id}/form`)).body.form.state;
    const ask = async (email: string) => {
      const { statusCode } = await post(path, { name: 'Hana', email });
      await office.settled();
      return [statusCode, await state(), office.post.to(email).length];
    };
    const at = new Date(office.now());
    const bounced = Array.from({ length: 10 }, (_, index) => ({
      account_id: desk.accountId,
      id: newId(office.now()),
      document_id: newId(office.now()),
      kind: 'invitation',
      to_name: '',
      to_address: `gone.${index}@elsewhere.example`,
      state: 'bounced',
      reply: '550 No such user',
      created_at: at,
      due_at: at,
    }));
    await db.insertInto('mails').values(bounced).execute();
    expect(await ask('h@paused.example')).toEqual([409, 'closed', 0]);
    await db.deleteFrom('mails').where('account_id', '=', desk.accountId).execute();
    const unconfirmed = (email_confirmed_at: Date | null) =>
      db.updateTable('users').set({ email_confirmed_at }).where('id', '=', desk.userId).execute();
    await unconfirmed(null);
    expect(await ask('i@paused.example')).toEqual([409, 'closed', 0]);
    await unconfirmed(at);
    expect(await ask('j@paused.example')).toEqual([303, 'open', 1]);
  });

  longTest(
    'Mallory submitting, reporting and bouncing from her own mailboxes does not block emails to others',
    async () => {
      const desk = await office.desk();
      const { path } = await openForm(desk, { maxPerHour: 50 });
      const mailboxes = Array.from({ length: 10 }, (_, at) => `m${at}@mallory-forms.example`);
      for (const [at, email] of mailboxes.entries()) {
        if (at > 2) {
          const gone = { state: 'bounced', reply: '550 No such user' } as const;
          office.post.answer(email, { state: 'accepted', reply: '250 OK' }, gone);
        }
        expect((await askAndConfirm(path, { name: 'Mallory', email })).statusCode).toBe(200);
        await office.settled();
        if (at > 2) continue;
        const choices = /\/mail\/[\w-]{64}/.exec(office.post.to(email).at(-1)!.text)![0];
        expect((await post(choices, { act: 'report', note: '' })).statusCode).toBe(303);
      }
      const hana = { name: 'Hana Sato', email: 'hana@after-mallory.example' };
      expect((await askAndConfirm(path, hana)).statusCode).toBe(200);
      const { id } = await desk.prepare(sampleLease(1), [grace]);
      expect((await desk.send(id)).status).toBe(200);
    },
  );

  test('a name that is a formula or HTML is treated as text everywhere', async () => {
    const desk = await office.desk();
    const { path, id } = await openForm(desk);
    const page = await post(path, { name: '<script>alert(1)</script>', email: 'not an address' });
    expect(page.body).not.toContain('<script>alert');
    const evil = await askAndConfirm(path, { name: '=SUM(A1:A2)', email: 'evil@mallory.example' });
    expect(evil.statusCode).toBe(200);
    const { bytes } = await desk.ask(`/api/templates/${id}/form/answers?format=csv`);
    expect(bytes.toString()).toContain(`"'=SUM(A1:A2)",evil@mallory.example`);
    const lure = await post(path, {
      name: 'Pay at https://mallory.example',
      email: 'victim@mallory.example',
    });
    expect(lure.statusCode).toBe(422);
    await office.settled();
    expect(office.post.to('victim@mallory.example')).toEqual([]);
  });

  test('Mallory guessing form links from many IPv6 addresses in one network counts as one client', async () => {
    const { path } = await openForm(await office.desk());
    const at = (url: string, remoteAddress: string) =>
      office.product.app.inject({ url, remoteAddress }).then(({ statusCode }) => statusCode);
    const wrong = path.replace(/[^/]+$/, (token) => 'A'.repeat(token.length));
    for (let tried = 0; tried < 20; tried += 1) expect(await at(wrong, `2001:db8::${tried}`)).toBe(404);
    expect(await at(path, '2001:db8::ffff')).toBe(429);
    expect(await at(path, '2001:db8:0:1::1')).toBe(200);
  });

  test('Mallory cannot read, change or end a form of another account', async () => {
    const { id } = await openForm(await office.desk());
    const mallory = await office.desk();
    const at = `/api/templates/${id}/form`;
    const body = { on: false, visitorRole: id };
    const answers = [
      await mallory.ask(at),
      await mallory.put(at, body),
      await mallory.delete(at),
      await mallory.ask(`${at}/answers`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });
});
