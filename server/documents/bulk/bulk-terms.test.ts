import { beforeAll, expect, test } from 'vitest';
import type { NewKeyAnswer } from '#contract/accounts/api-keys.ts';
import { scopes } from '#core/permission/scope.ts';
import type { BulkDetail, BulkPreview, BulkView } from '#contract/documents/bulk.ts';
import type { DocumentSummary } from '#contract/documents/documents.ts';
import type { SeveralAnswer } from '#contract/documents/library.ts';
import type { TemplateView } from '#contract/documents/templates.ts';
import type { NoticeView } from '#contract/accounts/notices.ts';
import { newId } from '#server/foundation/db/new-id.ts';
import { grace, hana, linus } from '#testing/cast.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { openOffice, type Office } from '#testing/open-office.ts';

const day = 86_400_000;

describeOnOneDatabase('the settings of a bulk send', (open) => {
  let office: Office;
  let ada: Desk;
  let template: TemplateView;
  beforeAll(async () => {
    office = await openOffice(await open());
    ada = await office.desk();
    const { id } = await ada.prepare(sampleLease(1), [grace]);
    const metadata = { department: 'HR', year: '2026' };
    const words = { name: 'Contract', description: 'A contract', documentId: id, metadata };
    template = (await ada.post<TemplateView>('/api/templates', words)).body;
  }, 60_000);

  const start = (csv: string, more: object = {}, desk = ada) =>
    desk.post<BulkDetail>(`/api/templates/${template.id}/bulk`, {
      ...{ id: newId(Date.now()), csv, fileName: 'people.csv' },
      ...more,
    });
  const documentsOf = async (query: string) => {
    await office.settled();
    const { body } = await ada.ask<DocumentSummary[]>(`/api/documents?${query}&sort=title`);
    return Promise.all(body.map(({ id }) => ada.read(id)));
  };

  test('subject, message, reminders, folder and metadata apply to every document, and rows can add their own', async () => {
    const folder = await ada.post<{ id: string }>('/api/folders', { name: 'Contracts' });
    const csv = [
      'Email,Title,Message,External ID,metadata[employee],metadata[year]',
      `${grace.email},A,,hr-1,17,`,
      `${linus.email},B,Only for Linus,hr-2,18,2027`,
    ].join('\n');
    const reminders = { everyDays: 2, most: 4 };
    const shared = { subject: 'Your contract', message: 'Please sign', reminders, allowDelegation: true };
    const more = { ...shared, folderId: folder.body.id, metadata: { round: 'spring' }, expirationDays: 9 };
    expect((await start(csv, more)).status).toBe(201);
    const [first, second] = await documentsOf('metadata[round]=spring');
    const common = { subject: 'Your contract', reminders, allowDelegation: true, folderId: folder.body.id };
    expect(first).toMatchObject({ ...common, message: 'Please sign', externalId: 'hr-1', expirationDays: 9 });
    expect(first!.metadata).toEqual({ department: 'HR', year: '2026', round: 'spring', employee: '17' });
    expect(second).toMatchObject({ ...common, message: 'Only for Linus', externalId: 'hr-2' });
    expect(second!.metadata).toMatchObject({ year: '2027', employee: '18' });
    expect(office.post.to(grace.email).at(-1)?.subject).toContain('Your contract');
  });

  test('rows with an invalid reference are refused with their line', async () => {
    const csv = ['Email,External ID', `${grace.email},a\u200bb`, `${linus.email},ok`].join('\n');
    const { body } = await ada.post<BulkPreview>(`/api/templates/${template.id}/bulk/preview`, { csv });
    expect(body.problems).toMatchObject([{ line: 2, code: 'reference-invalid' }]);
    expect(body.good).toBe(1);
  });

  test('an unknown column is refused by name, unless the request ignores it', async () => {
    const csv = `Email,Titlle,Comment\n${grace.email},Lease,Call first`;
    const previewed = await ada.post<BulkPreview>(`/api/templates/${template.id}/bulk/preview`, { csv });
    expect(previewed.body.unknown).toEqual([
      { name: 'Titlle', nearest: 'Title' },
      { name: 'Comment', nearest: null },
    ]);
    const refused = await start(csv);
    expect(refused).toMatchObject({ status: 422, body: { code: 'bulk-column-unknown' } });
    expect(refused.body).toMatchObject({ parameters: { name: 'Titlle', nearest: 'Title' } });
    expect(await start(csv, { ignoreColumns: ['Titlle'] })).toMatchObject({
      body: { code: 'bulk-column-unknown' },
    });
    expect((await start(csv, { ignoreColumns: ['titlle', 'Comment'] })).status).toBe(201);
  });

  test('an unknown folder is refused at the start', async () => {
    const csv = `Email\n${grace.email}`;
    expect(await start(csv, { folderId: newId(Date.now()) })).toMatchObject({ status: 404 });
    expect(await start(csv, { folderId: 'none' })).toMatchObject({ status: 404 });
  });

  test('waiting rows pause if their folder is deleted in the meantime', async () => {
    const folder = await ada.post<{ id: string }>('/api/folders', { name: 'Short' });
    const rows = Array.from({ length: 30 }, (_, at) => `one.${at}@okafor.example`);
    const begun = await start(['Email', ...rows].join('\n'), { folderId: folder.body.id });
    await ada.post(`/api/bulk/${begun.body.id}/pause`);
    expect((await ada.delete(`/api/folders/${folder.body.id}`)).status).toBe(200);
    await ada.post(`/api/bulk/${begun.body.id}/resume`);
    await office.settled();
    const { body } = await ada.ask<BulkDetail>(`/api/bulk/${begun.body.id}`);
    expect(body).toMatchObject({ state: 'paused', pausedBy: 'not-found' });
    expect(body.counts.failed).toBe(0);
  });

  test('the list, the page and the notification contain the same numbers', async () => {
    const csv = ['Email', grace.email, linus.email, linus.email, 'nobody'].join('\n');
    const { body: begun } = await start(csv, { subject: 'Counts' });
    await office.settled();
    const progress = { sent: 2, total: 2 };
    const [listed] = (await ada.ask<BulkView[]>('/api/bulk')).body;
    const { body: read } = await ada.ask<BulkDetail>(`/api/bulk/${begun.id}`);
    const notices = (await ada.ask<NoticeView[]>('/api/notices')).body;
    expect(listed).toMatchObject({ id: begun.id, progress });
    expect(read).toMatchObject({ progress, counts: { sent: 2, refused: 1, skipped: 1 } });
    expect(notices.find(({ bulk }) => bulk?.id === begun.id)?.bulk).toMatchObject(progress);
  });

  test('everyone who has not acted is reminded, and documents without a reminder are listed with the reason', async () => {
    const csv = ['Email', grace.email, linus.email, hana.email].join('\n');
    const { body: bulk } = await start(csv, { subject: 'Remind' });
    await office.settled();
    expect((await ada.signer(linus.email).sign()).status).toBe(200);
    await office.settled();
    // A key, because the session would expire in the meantime.
    const key = await ada.post<NewKeyAnswer>('/api/keys', { name: 'Payroll', mode: 'live', scopes });
    office.wait(2 * day);
    const before = office.post.mails.length;
    const remind = (desk = ada.program(key.body.secret)) =>
      desk.post<SeveralAnswer & { next: number | null }>(`/api/bulk/${bulk.id}/remind`, {});
    const first = await remind();
    await office.settled();
    expect(first.body).toMatchObject({ refused: [], next: null });
    expect(first.body.done).toHaveLength(2);
    const reminded = office.post.mails.slice(before).map(({ to }) => JSON.stringify(to));
    expect(reminded.join()).toContain(grace.email);
    expect(reminded.join()).not.toContain(linus.email);
    const again = await remind();
    expect(again.body).toMatchObject({ done: [], next: null });
    expect(again.body.refused.map(({ code }) => code)).toEqual(['reminder-too-soon', 'reminder-too-soon']);
    expect((await remind(await office.desk())).status).toBe(404);
  });
});
