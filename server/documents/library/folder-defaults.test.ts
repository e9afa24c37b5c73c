import { beforeAll, expect, test } from 'vitest';
import type { TeamAnswer } from '#contract/accounts/team.ts';
import type { EffectiveDefaults, FolderDefaults } from '#contract/documents/defaults.ts';
import type { DocumentDetail, DocumentSummary } from '#contract/documents/documents.ts';
import type { FolderView } from '#contract/documents/library.ts';
import type { SentDocumentView } from '#contract/documents/one-call.ts';
import type { TemplateDetail } from '#contract/documents/templates.ts';
import type { Problem } from '#contract/problem.ts';
import { newId } from '#server/foundation/db/new-id.ts';
import { grace, linus } from '#testing/cast.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { multipartForm } from '#testing/multipart.ts';
import { openOffice, type Office } from '#testing/open-office.ts';

const returnUrl = 'https://app.example.com/thanks';
const reminders = { everyDays: 4, most: 2 };
const ofLeases = {
  ...{ expirationDays: 14, reminders, signingOrder: 'sequential', allowDelegation: true },
  ...{ signatureKinds: ['draw'], language: 'fr', returnUrl, linksProtected: true },
  ...{ subject: 'Please sign {{title}}', message: 'Call us with questions.' },
  formats: { timeZone: 'Europe/Berlin', dateFormat: 'dd.MM.yyyy', look: { size: 9 } },
} satisfies FolderDefaults;
const ofPier = {
  message: 'The harbor office',
  expirationDays: 7,
  reminders: null,
  formats: { dateFormat: 'yyyy-MM-dd' },
} as const;

/** Expected settings of a document in the folder North pier. */
const expected = {
  ...{ expirationDays: 7, reminders: null, signingOrder: 'sequential', allowDelegation: true },
  ...{ signatureKinds: ['draw'], returnUrl },
  ...{ subject: 'Please sign {{title}}', message: 'The harbor office' },
  formats: { timeZone: 'Europe/Berlin', dateFormat: 'yyyy-MM-dd', look: { size: 9 } },
};

describeOnOneDatabase('default settings of documents', (open) => {
  let office: Office;
  let ada: Desk;
  let leases: FolderView;
  let pier: FolderView;
  beforeAll(async () => {
    office = await openOffice(await open());
    ada = await office.desk();
    await ada.post('/api/embedding/origins', { origin: 'https://app.example.com' });
    await ada.patch('/api/team', { defaults: { expirationDays: 60, language: 'de' } });
    leases = (await ada.post<FolderView>('/api/folders', { name: 'Leases' })).body;
    await ada.put(`/api/folders/${leases.id}`, { defaults: ofLeases });
    const inLeases = { name: 'North pier', parentId: leases.id, defaults: ofPier };
    pier = (await ada.post<FolderView>('/api/folders', inLeases)).body;
  }, 60_000);

  const upload = async (folderId?: string): Promise<DocumentDetail> => {
    const form = multipartForm([{ name: 'lease.pdf', bytes: sampleLease() }], {
      ...(folderId && { folderId }),
    });
    const { body } = await ada.ask<DocumentDetail>('/api/documents/upload', { method: 'POST', ...form });
    return ada.read(body.id);
  };
  const field = { type: 'signature', page: 1, x: 80, y: 500, width: 180, height: 40 } as const;

  test('a draft starts with the settings of its folder, then of the parent folder, then of the account', async () => {
    const draft = await upload(pier.id);
    expect(draft).toMatchObject(expected);
    const added = await ada.put<{ recipients: DocumentDetail['recipients'] }>(
      `/api/documents/${draft.id}/recipients`,
      [grace, { ...linus, language: null }],
    );
    expect(added.body.recipients.map(({ language, order }) => [language, order])).toEqual([
      ['fr', 1],
      [null, 2],
    ]);
    expect(await upload()).toMatchObject({ expirationDays: 60, reminders: null, signatureKinds: null });
  });

  test('the response names the source of each setting', async () => {
    const { body } = await ada.ask<EffectiveDefaults>(`/api/defaults?folder=${pier.id}`);
    const inLeases = { folderId: leases.id, name: 'Leases' };
    const inPier = { folderId: pier.id, name: 'North pier' };
    expect(body.values).toMatchObject({ expirationDays: 7, language: 'fr', linksProtected: true });
    expect(body.from).toMatchObject({
      ...{
        expirationDays: inPier,
        reminders: inPier,
        dateFormat: inPier,
        message: inPier,
        subject: inLeases,
      },
      ...{ language: inLeases, timeZone: inLeases, signatureKinds: inLeases },
    });
    const account = { folderId: null, name: '' };
    expect((await ada.ask('/api/defaults')).body).toEqual({
      values: { expirationDays: 60, language: 'de' },
      from: { expirationDays: account, language: account },
    });
  });

  test('a document takes settings that its template leaves open from its own folder, or else from the template’s folder', async () => {
    const inPier = { name: 'Lease', description: 'A lease', category: 'Legal', folderId: pier.id };
    const form = multipartForm([{ name: 'lease.pdf', bytes: sampleLease() }], inPier);
    const made = await ada.ask<TemplateDetail>('/api/templates/upload', { method: 'POST', ...form });
    const template = `/api/templates/${made.body.id}`;
    expect(made.body.sending).toMatchObject({ expirationDays: null, reminders: null, allowDelegation: true });
    const [role] = made.body.roles;
    const signature = { ...field, roleId: role!.id, required: true };
    await ada.put(`${template}/fields`, { fields: [signature] });
    const recipients = [{ roleId: role!.id, ...grace }];
    const use = async (more: object): Promise<SentDocumentView> => {
      const sent = await ada.post<SentDocumentView>(`${template}/send`, { recipients, ...more });
      expect([sent.status, sent.body]).toMatchObject([201, {}]);
      return sent.body;
    };
    const { signingOrder: _order, expirationDays: _days, ...ofPlace } = expected;
    const sent = await use({});
    expect(sent).toMatchObject({ ...ofPlace, recipients: [{ language: 'fr' }] });
    expect(await ada.read(sent.id)).toMatchObject({ expirationDays: 7 });
    expect(await ada.read((await use({ folderId: leases.id })).id)).toMatchObject({ expirationDays: 14 });

    await ada.put(template, {
      ...{ name: 'Lease', description: 'A lease', category: 'Legal' },
      sending: { expirationDays: 3, signatureKinds: ['type'] },
    });
    const stated = await ada.read((await use({ reminders, folderId: leases.id })).id);
    expect(stated).toMatchObject({ expirationDays: 3, signatureKinds: ['type'], reminders });

    const csv = `Email,Title\n${linus.email},Bulk`;
    const bulk = { id: newId(Date.now()), csv, fileName: 'people.csv', folderId: leases.id };
    expect((await ada.post(`${template}/bulk`, bulk)).status).toBe(201);
    // Rows are sent with the settings from the start of the bulk send.
    await ada.put(`/api/folders/${leases.id}`, { defaults: { ...ofLeases, language: 'es' } });
    await office.settled();
    await ada.put(`/api/folders/${leases.id}`, { defaults: ofLeases });
    const { body: found } = await ada.ask<DocumentSummary[]>(`/api/documents?q=Bulk`);
    const row = await ada.read(found[0]!.id);
    expect(row).toMatchObject({ status: 'sent', expirationDays: 3, returnUrl });
    expect(row).toMatchObject({ subject: ofLeases.subject, message: ofLeases.message });
    expect(office.post.to(linus.email).map((mail) => mail.subject)).toContain('Please sign Bulk');
    expect(row.recipients).toMatchObject([{ language: 'fr', sendEmail: true }]);
  });

  test('a file sent in one request gets the settings of its folder, unless the request sets them', async () => {
    const file = { name: 'lease.pdf', base64: Buffer.from(sampleLease()).toString('base64') };
    const recipients = [{ ...grace, fields: [field] }];
    const send = (more: object) =>
      ada.post<SentDocumentView>('/api/documents/send', { file, recipients, folderId: pier.id, ...more });
    const { body: sent } = await send({});
    const { expirationDays: _days, ...ofPlace } = expected;
    expect(sent).toMatchObject({ ...ofPlace, recipients: [{ language: 'fr' }] });
    const { body: other } = await send({ reminders, returnUrl: '', formats: { timeZone: 'UTC' } });
    expect(other).toMatchObject({
      reminders,
      returnUrl: '',
      formats: { ...expected.formats, timeZone: 'UTC' },
    });
  });

  test('templates and requests can replace or clear default texts, and a misspelled placeholder is refused', async () => {
    const file = { name: 'lease.pdf', base64: Buffer.from(sampleLease()).toString('base64') };
    const recipients = [{ ...grace, fields: [field] }];
    const send = async (more: object) => {
      const request = { file, recipients, folderId: pier.id, title: 'Berth {{sender}}', ...more };
      return (await ada.post<SentDocumentView>('/api/documents/send', request)).body;
    };
    expect(await send({ subject: '', message: 'Mine' })).toMatchObject({ subject: '', message: 'Mine' });
    const { subject } = await send({ subject: '{{sender}} sends {{ Title }} {{date}}' });
    expect(subject).toBe('{{sender}} sends {{ Title }} {{date}}');
    await office.settled();
    const subjects = office.post.to(grace.email).map((mail) => mail.subject);
    expect(subjects.some((one) => / sends Berth {{sender}} {{date}}$/.test(one))).toBe(true);
    for (const put of [
      ada.put<Problem>(`/api/folders/${pier.id}`, { defaults: { subject: 'Sign {{titel}}' } }),
      ada.patch<Problem>('/api/team', { defaults: { subject: 'Sign {{titel}}' } }),
    ])
      expect(await put).toMatchObject({ status: 422, body: { code: 'subject-invalid' } });
  });

  test('drafts and sent documents keep their settings when the folder changes', async () => {
    const draft = await upload(pier.id);
    const sent = await ada.sent(sampleLease(), [grace]);
    await ada.post('/api/documents/move', { ids: [sent.id], folderId: pier.id });
    const before = await Promise.all([ada.read(draft.id), ada.read(sent.id)]);
    await ada.put(`/api/folders/${pier.id}`, { defaults: { expirationDays: 99, signatureKinds: ['type'] } });
    expect(await Promise.all([ada.read(draft.id), ada.read(sent.id)])).toEqual(before);
    await ada.put(`/api/folders/${pier.id}`, { defaults: ofPier });
  });

  test('a folder can require protected links, and a subfolder cannot lift that rule', async () => {
    await ada.put(`/api/folders/${pier.id}`, { defaults: { linksProtected: false, sendEmail: false } });
    const draft = await upload(pier.id);
    const people = [{ name: 'Hanne' }, { ...linus, role: 'cc' }];
    const named = await ada.put<{ recipients: { id: string }[] }>(
      `/api/documents/${draft.id}/recipients`,
      people,
    );
    expect(named.body.recipients).toMatchObject([{ sendEmail: false }, { sendEmail: true }]);
    const recipientId = named.body.recipients[0]!.id;
    await ada.put(`/api/documents/${draft.id}/fields`, [{ ...field, recipientId, required: true }]);
    expect((await ada.send(draft.id)).body).toMatchObject({ code: 'link-unprotected' });
    await ada.put(`/api/folders/${pier.id}`, { defaults: ofPier });
  });

  test('a folder can be sent back as it was read, and changes are recorded', async () => {
    const read = async () =>
      (await ada.ask<FolderView[]>('/api/folders')).body.find(({ id }) => id === leases.id)!;
    const { name, parentId, defaults } = await read();
    expect(defaults).toEqual(ofLeases);
    const answer = await ada.put(`/api/folders/${leases.id}`, { name, parentId, defaults });
    expect([answer.status, await read()]).toMatchObject([200, { defaults: ofLeases }]);
    expect((await ada.ask<TeamAnswer>('/api/team')).body.defaults).toEqual({
      expirationDays: 60,
      language: 'de',
    });
    const { body: events } = await ada.ask<{ type: string; reason: string }[]>('/api/audit');
    const reasons = events.filter(({ type }) => type === 'defaults_changed').map(({ reason }) => reason);
    expect(reasons).toContain('expirationDays, language');
    expect(reasons.some((reason) => reason.startsWith('Leases: expirationDays, reminders'))).toBe(true);
  });

  test('unknown settings and return URLs on other websites are refused, and a URL that is no longer allowed is left out', async () => {
    const put = (defaults: object) => ada.put(`/api/folders/${leases.id}`, { defaults });
    expect((await put({ colour: 'red' })).status).toBe(400);
    expect((await put({ expirationDays: 366 })).status).toBe(400);
    expect((await put({ returnUrl: 'https://elsewhere.example/' })).status).toBe(422);
    const { body } = await ada.ask<{ origins: { id: string }[] }>('/api/embedding/origins');
    await ada.delete(`/api/embedding/origins/${body.origins[0]!.id}`);
    expect(await upload(pier.id)).toMatchObject({ ...expected, returnUrl: null });
  });

  test('the settings of another account’s folder are not found', async () => {
    const mallory = await office.desk({ firstName: 'M', lastName: 'M', email: 'mallory@elsewhere.example' });
    expect((await mallory.ask(`/api/defaults?folder=${leases.id}`)).status).toBe(404);
    expect((await ada.ask('/api/defaults?folder=nowhere')).status).toBe(404);
  });

  test('a sent document keeps its protection regardless of later folder changes', async () => {
    const recipient = { name: 'Hanne', sendEmail: false, accessCode: 'Quay 14' };
    const codeless = { sendEmail: false, accessCode: null };
    const out = async (folderId: string, person: object): Promise<DocumentDetail> => {
      const draft = await upload(folderId);
      const named = await ada.put<{ recipients: { id: string }[] }>(`/api/documents/${draft.id}/recipients`, [
        { name: 'Hanne', ...person },
      ]);
      const recipientId = named.body.recipients[0]!.id;
      await ada.put(`/api/documents/${draft.id}/fields`, [{ ...field, recipientId, required: true }]);
      expect((await ada.send(draft.id)).status).toBe(200);
      return ada.read(draft.id);
    };
    const part = ({ id, recipients }: DocumentDetail) =>
      `/api/documents/${id}/recipients/${recipients[0]!.id}`;
    const removeCode = async (document: DocumentDetail) =>
      (await ada.post(`${part(document)}/access-code`, { accessCode: null })).body['code'];
    const open = (await ada.post<FolderView>('/api/folders', { name: 'Open' })).body;
    const kept = await out(pier.id, recipient);
    const moved = await out(pier.id, recipient);
    const free = await out(open.id, codeless);
    await ada.put(`/api/folders/${leases.id}`, { defaults: {} });
    await ada.post('/api/documents/move', { ids: [moved.id], folderId: open.id });
    expect([await removeCode(kept), await removeCode(moved)]).toEqual([
      'link-unprotected',
      'link-unprotected',
    ]);
    expect((await ada.post(`${part(free)}/link`)).status).toBe(200);
    // A stricter rule also applies to links of sent documents that are delivered later.
    await ada.put(`/api/folders/${open.id}`, { defaults: { linksProtected: true } });
    expect((await ada.post(`${part(free)}/link`)).body).toMatchObject({ code: 'link-unprotected' });
  });
});
