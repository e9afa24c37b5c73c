import { beforeAll, expect, test } from 'vitest';
import type { CurrentUser } from '#contract/accounts/account.ts';
import type { BulkDetail } from '#contract/documents/bulk.ts';
import type { DocumentDetail } from '#contract/documents/documents.ts';
import type { PublicFormView } from '#contract/documents/public-forms.ts';
import type { TeamAnswer } from '#contract/accounts/team.ts';
import type { TemplateDetail } from '#contract/documents/templates.ts';
import { readAgreement } from '#core/document/agreement.ts';
import type { DocumentFormats } from '#core/formats/formats.ts';
import { newId } from '#server/foundation/db/new-id.ts';
import { grace } from '#testing/cast.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { openOffice, type Office } from '#testing/open-office.ts';

const berlin: DocumentFormats = {
  timeZone: 'Europe/Berlin',
  dateFormat: 'dd.MM.yyyy',
  numberFormat: '1.234,56',
  look: { size: 9, align: 'right' },
  signatureLine: true,
};
const auckland: DocumentFormats = {
  timeZone: 'Pacific/Auckland',
  dateFormat: 'd MMMM yyyy',
  numberFormat: '1,234.56',
  look: { color: 'blue', weight: 'bold' },
  signatureLine: true,
};

describeOnOneDatabase('formats of documents', (open) => {
  let office: Office;
  beforeAll(async () => {
    office = await openOffice(await open());
  });

  const inBerlin = async (): Promise<Desk> => {
    const ada = await office.desk();
    expect((await ada.patch('/api/team', { formats: berlin })).status).toBe(204);
    return ada;
  };
  const draftOf = (desk: Desk) => desk.prepare(sampleLease(), [grace]);
  const agreementsOf = async (id: string) => {
    const rows = await office.ports.database.db
      .selectFrom('event_values')
      .select('value')
      .where('document_id', '=', id)
      .where('name', '=', 'agreement')
      .execute();
    return rows.map(({ value }) => readAgreement(value)?.document['formats']);
  };

  test('an account has no formats until it chooses some, and later changes are recorded', async () => {
    const ada = await office.desk();
    expect((await ada.ask<TeamAnswer>('/api/team')).body.formats).toBeNull();
    await ada.patch('/api/team', { formats: berlin });
    await ada.patch('/api/team', { formats: { dateFormat: 'long-de' } });
    const after = { ...berlin, dateFormat: 'long-de' };
    expect((await ada.ask<TeamAnswer>('/api/team')).body.formats).toEqual(after);
    expect((await ada.ask<CurrentUser>('/api/auth/user')).body.formats).toEqual(after);
    const { body } = await ada.ask<{ type: string; reason: string }[]>('/api/audit');
    expect(body.filter(({ type }) => type === 'formats_changed')).toMatchObject([
      {
        reason: ['dd.MM.yyyy', 'long-de']
          .map((date) => `Europe/Berlin, ${date}, 1.234,56, 9 pt, right, line under signatures`)
          .join(' → '),
      },
    ]);
  });

  test('a new draft uses the account’s formats, or else the preferences of its creator', async () => {
    expect((await draftOf(await inBerlin())).formats).toEqual(berlin);
    const hana = await office.desk();
    await hana.patch('/api/user/preferences', { timezone: 'Europe/Paris', language: 'fr' });
    expect((await draftOf(hana)).formats).toEqual({
      timeZone: 'Europe/Paris',
      dateFormat: 'dd/MM/yyyy',
      numberFormat: '1 234,56',
    });
  });

  test('formats can be changed individually in the draft and when sending, and are part of the agreement', async () => {
    const ada = await inBerlin();
    const { id, revision } = await draftOf(ada);
    const changed = await ada.patch<DocumentDetail>(`/api/documents/${id}`, {
      formats: { timeZone: 'Pacific/Auckland' },
      revision,
    });
    expect(changed.body.formats).toEqual({ ...berlin, timeZone: 'Pacific/Auckland' });
    expect((await ada.patch(`/api/documents/${id}`, { formats: {}, revision })).status).toBe(409);
    const sent = await ada.send(id, {
      formats: { look: auckland.look, dateFormat: 'd MMMM yyyy', numberFormat: '1,234.56' },
    });
    expect(sent.body.formats).toEqual(auckland);
    expect(await agreementsOf(id)).toEqual([auckland]);
  });

  test('formats cannot be changed after sending, not even in the database', async () => {
    const ada = await inBerlin();
    const { id } = await ada.sent(sampleLease(), [grace]);
    const { body } = await ada.patch(`/api/documents/${id}`, { formats: auckland });
    expect(body).toMatchObject({ code: 'document-not-editable' });
    await ada.patch('/api/team', { formats: auckland });
    expect((await ada.read(id)).formats).toEqual(berlin);
    const change = office.ports.database.db.updateTable('documents').set({ formats: auckland });
    await expect(change.where('id', '=', id).execute()).rejects.toThrow('agreed to');
  });

  test.each([
    { timeZone: 'Europe/Atlantis' },
    { timeZone: 'europe/berlin' },
    { timeZone: '+01:00' },
    { dateFormat: 'dd.mm.yyyy' },
    { numberFormat: '1234' },
    { zone: 'Europe/Berlin' },
  ])('%o is rejected', async (formats) => {
    const ada = await office.desk();
    const { id } = await draftOf(ada);
    expect((await ada.patch(`/api/documents/${id}`, { formats })).status).toBe(400);
    expect((await ada.send(id, { formats })).status).toBe(400);
    expect((await ada.patch('/api/team', { formats })).status).toBe(400);
  });

  test('copies, templates and documents made from templates keep the formats', async () => {
    const ada = await inBerlin();
    const { id } = await ada.prepare(sampleLease(), [grace]);
    await ada.patch(`/api/documents/${id}`, { formats: auckland });
    const copy = await ada.post<{ id: string }>(`/api/documents/${id}/duplicate`);
    expect((await ada.read(copy.body.id)).formats).toEqual(auckland);
    const { body: template } = await ada.post<TemplateDetail>('/api/templates', {
      name: 'Berth',
      description: 'For a year',
      category: 'Legal',
      documentId: id,
    });
    expect(template.formats).toEqual(auckland);
    const twin = await ada.post<TemplateDetail>(`/api/templates/${template.id}/duplicate`);
    expect(twin.body.formats).toEqual(auckland);
    const recipients = [{ roleId: template.roles[0]!.id, email: grace.email, name: grace.name }];
    const use = async (body: object) => {
      const made = await ada.post<{ id: string }>(`/api/templates/${template.id}/use`, {
        recipients,
        ...body,
      });
      return (await ada.read(made.body.id)).formats;
    };
    expect(await use({})).toEqual(auckland);
    expect(await use({ formats: { timeZone: 'Asia/Kolkata' } })).toEqual({
      ...auckland,
      timeZone: 'Asia/Kolkata',
    });
    const words = { name: 'Berth', description: 'For a year', category: template.category };
    await ada.put(`/api/templates/${template.id}`, { ...words, formats: null });
    expect(await use({})).toEqual(berlin);
  });

  test('bulk sends and public forms print in the chosen formats', async () => {
    const ada = await inBerlin();
    const { id: draft } = await draftOf(ada);
    const { body: template } = await ada.post<TemplateDetail>('/api/templates', {
      name: 'Berth',
      description: 'For a year',
      category: 'Legal',
      documentId: draft,
    });
    const id = newId(office.now());
    await ada.post<BulkDetail>(`/api/templates/${template.id}/bulk`, {
      id,
      fileName: 'rows.csv',
      formats: { timeZone: 'Asia/Kolkata' },
      csv: `${template.roles[0]!.name} Email,Title\n${grace.email},Row`,
    });
    await office.settled();
    const { body: documents } = await ada.ask<{ id: string; title: string }[]>('/api/documents');
    const row = documents.find(({ title }) => title.includes('Row'))!;
    expect((await ada.read(row.id)).formats).toEqual({ ...berlin, timeZone: 'Asia/Kolkata' });
    const visitorRole = template.roles[0]!.id;
    const form = (change: object) =>
      ada.put<PublicFormView>(`/api/templates/${template.id}/form`, { on: true, visitorRole, ...change });
    expect((await form({})).body.formats).toBeNull();
    expect((await form({ formats: auckland })).body.formats).toEqual(auckland);
    expect((await form({})).body.formats).toEqual(auckland);
    expect((await form({ formats: null })).body.formats).toBeNull();
  });
});
