import { beforeAll, expect, test } from 'vitest';
import type { DocumentSummary, TrailEventView } from '#contract/documents/documents.ts';
import type { PublicFormView } from '#contract/documents/public-forms.ts';
import type { TemplateDetail } from '#contract/documents/templates.ts';
import { namedADay } from '#core/form/named-people.ts';
import { grace, linus } from '#testing/cast.ts';
import { describeOnEveryDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { inFile } from '#testing/judges/look-at.ts';
import { pdftotext } from '#testing/judges/poppler.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { personInput } from './people-inputs.ts';

const hana = { name: 'Hana Sato', email: 'hana@sato.example' };
const signature = { type: 'signature' as const, page: 1, x: 80, width: 200, height: 50 };

describeOnEveryDatabase('people named by the visitor of a public form', (open) => {
  let office: Office;
  let ada: Desk;
  let template: TemplateDetail;
  beforeAll(async () => {
    office = await openOffice(await open());
    ada = await office.desk({ plan: 'business' });
    const roles = [
      { email: 'tenant@quay.example', name: 'Tenant', role: 'signer' as const, order: 1 },
      { email: 'landlord@quay.example', name: 'Landlord', role: 'signer' as const, order: 2 },
    ];
    const draft = await ada.prepare(sampleLease(), roles, ([tenant, landlord]) => [
      { ...signature, y: 160, recipientId: tenant! },
      { ...signature, y: 260, recipientId: landlord! },
      { ...signature, type: 'name', y: 360, recipientId: landlord! },
      { ...signature, type: 'company', required: false, y: 460, recipientId: landlord! },
    ]);
    const words = { name: 'Lease', description: 'Of a flat', category: 'Legal', documentId: draft.id };
    const { id } = (await ada.post<{ id: string }>('/api/templates', words)).body;
    const { db } = office.ports.database;
    await db.updateTable('templates').set({ delegation_allowed: true }).where('id', '=', id).execute();
    template = (await ada.ask<TemplateDetail>(`/api/templates/${id}`)).body;
  });

  const roleOf = (at: number) => template.roles[at]!.id;
  const openForm = async (change: object = {}) => {
    const answer = await ada.put<PublicFormView & { code?: string }>(`/api/templates/${template.id}/form`, {
      ...{ on: true, visitorRole: roleOf(0), namedByVisitor: [roleOf(1)], signingOrder: 'sequential' },
      ...{ maxPerHour: 500, ...change },
    });
    return { ...answer, path: new URL(answer.body.url ?? 'http://none/').pathname };
  };
  let visitors = 0;
  const post = (url: string, fields: Record<string, string>) =>
    office.product.app.inject({
      method: 'POST',
      url,
      remoteAddress: `10.${++visitors % 250}.8.1`,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: office.product.services.publicUrl,
      },
      payload: new URLSearchParams(fields).toString(),
    });
  const fill = (path: string, landlord: { name: string; email: string }, visitor = hana) =>
    post(path, {
      ...visitor,
      [personInput(roleOf(1), 'name')]: landlord.name,
      [personInput(roleOf(1), 'email')]: landlord.email,
    });
  const confirm = async (email: string) => {
    await office.settled();
    const links = office.post
      .to(email)
      .flatMap(({ text }) => /\/form\/confirm\/[\w-]+/.exec(text)?.[0] ?? []);
    const answer = await post(links.at(-1)!, {});
    await office.settled();
    return answer;
  };
  const newest = async () => (await ada.ask<DocumentSummary[]>('/api/documents?status=sent')).body[0]!;
  const invitationsTo = (email: string) =>
    office.post.to(email).filter(({ text }) => text.includes('/sign/'));

  test('named people are invited after the visitor confirms, and emails and certificate state who named them', async () => {
    const { path, body } = await openForm();
    expect(body.namedByVisitor).toEqual([roleOf(1)]);
    expect((await office.product.app.inject(path)).body).toContain(personInput(roleOf(1), 'email'));
    expect((await fill(path, grace)).statusCode).toBe(303);
    await office.settled();
    expect(office.post.to(grace.email)).toEqual([]);

    expect((await confirm(hana.email)).statusCode).toBe(200);
    const { id } = await newest();
    expect(invitationsTo(grace.email)).toEqual([]);
    await ada.signer(hana.email).sign();
    await office.settled();
    const [invitation] = invitationsTo(grace.email);
    expect(invitation!.text).toContain('Hana Sato <hana@sato.example> named you in a public form');
    expect(invitation!.text).not.toContain(`Hello ${grace.name}`);

    await ada.signer(grace.email).sign();
    await office.settled();
    const { events } = (await ada.ask<{ events: TrailEventView[] }>(`/api/documents/${id}/trail`)).body;
    const [visitor, landlord] = (await ada.read(id)).recipients;
    expect(landlord).toMatchObject(grace);
    expect(events.find(({ type }) => type === 'form_answered')?.data).toMatchObject({
      recipientId: visitor!.id,
      named: landlord!.id,
    });
    const { bytes } = await ada.ask(`/api/documents/${id}/download`);
    const certificate = (await inFile(bytes, pdftotext)).replaceAll(/\s+/g, ' ');
    expect(certificate).toContain('typed, with the address, by [1] Hana Sato, the visitor of a public form');
    expect(certificate).toContain('[1] Hana Sato, in the public form');
  });

  test('the certificate states that the visitor named the other person, and not the visitor’s delegate', async () => {
    const { path } = await openForm();
    await fill(
      path,
      { name: 'Noor', email: 'noor@quay.example' },
      { name: 'Imre', email: 'imre@quay.example' },
    );
    await confirm('imre@quay.example');
    const { id } = await newest();
    const imre = ada.signer('imre@quay.example');
    const delegated = await imre.delegate({ ...linus, reason: 'I am away.' });
    expect(delegated.status).toBe(204);
    await office.settled();
    await ada.signer(linus.email).sign();
    await office.settled();
    await ada.signer('noor@quay.example').sign();
    await office.settled();
    const { bytes } = await ada.ask(`/api/documents/${id}/download`);
    const certificate = (await inFile(bytes, pdftotext)).replaceAll(/\s+/g, ' ');
    expect(certificate).toContain(
      'typed, with the address, by Imre <imre@quay.example>, the visitor of a public form',
    );
    expect(certificate).not.toMatch(/by \[1\] Linus[^,]*, the visitor/);
  });

  test('the invitation to an address that the sender corrected does not mention the form', async () => {
    const { path } = await openForm({ signingOrder: 'parallel' });
    await fill(
      path,
      { name: 'Jonas', email: 'jonas@quay.example' },
      { name: 'Kofi', email: 'kofi@quay.example' },
    );
    await confirm('kofi@quay.example');
    const { id } = await newest();
    const jonas = (await ada.read(id)).recipients[1]!;
    const now = { name: 'Jonas Berg', email: 'berg@quay.example' };
    expect((await ada.post(`/api/documents/${id}/recipients/${jonas.id}/correct`, now)).status).toBe(200);
    await office.settled();
    const [invitation] = invitationsTo('berg@quay.example');
    expect(invitation!.text).not.toContain('public form');
  });

  test('Mallory cannot have many people invited', async () => {
    const people = ['Mallory', ...Array.from({ length: 7 }, (_, at) => `Reader ${at}`)];
    const roles = people.map((name, at) => ({
      ...{ name, email: `role${at}@quay.example` },
      role: at === 0 ? ('signer' as const) : ('cc' as const),
    }));
    const draft = await ada.prepare(sampleLease(), roles, ([first]) => [
      { ...signature, y: 160, recipientId: first! },
    ]);
    const words = { name: 'News', description: 'For many', category: 'Legal', documentId: draft.id };
    const { id } = (await ada.post<{ id: string }>('/api/templates', words)).body;
    const [visitor, ...readers] = (await ada.ask<TemplateDetail>(`/api/templates/${id}`)).body.roles;
    const namedByVisitor = readers.map((role) => role.id);
    const form = { on: true, visitorRole: visitor!.id, namedByVisitor };
    const path = new URL((await ada.put<PublicFormView>(`/api/templates/${id}/form`, form)).body.url)
      .pathname;
    const outcomes: number[] = [];
    for (const tag of ['a', 'b']) {
      const mallory = { name: 'Mallory', email: `many+${tag}@evil.example` };
      const named = namedByVisitor.flatMap((roleId, at) => [
        [personInput(roleId, 'name'), 'Victim'],
        [personInput(roleId, 'email'), `${tag}${at}@elsewhere.example`],
      ]);
      await post(path, { ...mallory, ...(Object.fromEntries(named) as Record<string, string>) });
      outcomes.push((await confirm(mallory.email)).statusCode);
    }
    expect(outcomes).toEqual([200, 429]);
  });

  test('a visitor’s entry neither reveals nor changes what the account knows about that person', async () => {
    const known = { email: 'boss@corp.example', name: '', company: 'Secret Holdings' };
    expect((await ada.post('/api/contacts', known)).status).toBe(201);
    const { path } = await openForm();
    await fill(path, { name: 'Fake name', email: known.email }, { name: 'Lena', email: 'lena@quay.example' });
    await confirm('lena@quay.example');
    await ada.signer('lena@quay.example').sign();
    await office.settled();
    expect(JSON.stringify((await ada.signer(known.email).view()).body)).not.toContain(known.company);
    const { body } = await ada.ask<object>('/api/contacts?q=boss');
    expect(JSON.stringify(body)).not.toContain('Fake name');
  });

  test('the form asks again and keeps the entries if a person is missing or entered twice', async () => {
    const { path } = await openForm();
    const wrong = await fill(path, { name: 'Grace', email: hana.email.toUpperCase() });
    expect(wrong.statusCode).toBe(422);
    expect(wrong.body).toContain('Each person needs a different email address.');
    expect(wrong.body).toContain('value="Grace"');
    expect((await fill(path, { name: '', email: 'x@quay.example' })).body).toContain(
      'Enter this person’s name.',
    );
  });

  test('an entry ends if the form no longer asks for the named person', async () => {
    const { path } = await openForm();
    const iris = { name: 'Iris', email: 'iris@quay.example' };
    expect((await fill(path, grace, iris)).statusCode).toBe(303);
    await openForm({ namedByVisitor: [], people: [{ roleId: roleOf(1), ...linus }] });
    expect((await confirm(iris.email)).body).toContain('This form was changed');
  });

  test.each([
    ['the visitor’s own role', () => ({ namedByVisitor: [roleOf(0), roleOf(1)] })],
    ['a role twice', () => ({ namedByVisitor: [roleOf(1), roleOf(1)] })],
    ['a role with a person', () => ({ people: [{ roleId: roleOf(1), ...linus }] })],
    ['a role that does not exist', () => ({ namedByVisitor: [template.id] })],
  ])('refuses %s', async (_, change) => {
    expect((await openForm(change())).body).toMatchObject({ code: 'template-roles-mismatch' });
  });

  test('Mallory cannot have one address invited again and again', async () => {
    const { path } = await openForm({ signingOrder: 'parallel' });
    const victim = 'victim@elsewhere.example';
    for (let at = 0; at < namedADay.perAddress; at += 1) {
      const mallory = { name: 'Mallory', email: `mallory${at}@evil.example` };
      // An address with a plus tag is the same mailbox.
      await fill(path, { name: 'Victim', email: victim.replace('@', `+${at}@`) }, mallory);
      expect((await confirm(mallory.email)).statusCode).toBe(200);
    }
    const before = (await ada.ask<DocumentSummary[]>('/api/documents?limit=100')).body.length;
    const last = { name: 'Mallory', email: 'last@evil.example' };
    await fill(path, { name: 'Victim', email: victim }, last);
    const refused = await confirm(last.email);
    expect([refused.statusCode, refused.body]).toEqual([429, expect.stringContaining('Nothing was sent')]);
    expect((await ada.ask<DocumentSummary[]>('/api/documents?limit=100')).body).toHaveLength(before);
    // The entry can be confirmed the next day. Ada’s session has ended by then.
    office.wait(25 * 3_600_000);
    expect((await confirm(last.email)).statusCode).toBe(200);
  });
});
