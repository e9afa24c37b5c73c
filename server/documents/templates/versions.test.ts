import { beforeAll, expect, test } from 'vitest';
import type { DocumentDetail } from '#contract/documents/documents.ts';
import type {
  TemplateDetail,
  TemplateVersionDetail,
  TemplateVersionView,
} from '#contract/documents/templates.ts';
import { grace, hana, linus } from '#testing/cast.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { leaseTemplate } from '#testing/documents/lease-template.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { multipartForm } from '#testing/multipart.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { neededFiles } from '../../records/stored-files/needed-files.ts';
import { MAX_VERSIONS } from './versions.ts';

const minute = 60_000;

describeOnOneDatabase('versions of a template', (open) => {
  let office: Office;
  let ada: Desk;
  beforeAll(async () => {
    office = await openOffice(await open());
  });

  async function start(): Promise<{ id: string; path: string; template: TemplateDetail }> {
    ada = await office.desk({ firstName: 'Ada', lastName: 'Moreau' });
    const template = await leaseTemplate(ada);
    return { id: template.id, path: `/api/templates/${template.id}`, template };
  }
  const numbers = async (path: string) =>
    (await ada.ask<TemplateVersionView[]>(`${path}/versions`)).body.map(({ version }) => version);
  const rename = (path: string, name: string, by = ada) => by.put(path, { name, description: 'For a year' });
  const people = [
    { role: 'Tenant', ...grace },
    { role: 'Landlord', ...linus },
  ];
  const use = async (path: string) => {
    const used = await ada.post<{ id: string }>(`${path}/use`, { recipients: people });
    return ada.read(used.body.id);
  };

  test('changes by one member within half an hour are one version, and another member’s changes are the next one', async () => {
    const { path } = await start();
    const member = await office.colleague(ada, { role: 'member', ...hana });
    expect(await numbers(path)).toEqual([1]);
    await rename(path, 'Berth lease');
    office.wait(29 * minute);
    await rename(path, 'Quay lease');
    expect(await numbers(path)).toEqual([1]);
    await rename(path, 'Quay lease', member);
    expect(await numbers(path), 'a save without a change').toEqual([1]);
    await rename(path, 'Pier lease', member);
    expect(await numbers(path)).toEqual([2, 1]);
    office.wait(31 * minute);
    await rename(path, 'Dock lease', member);
    const { body } = await ada.ask<TemplateVersionView[]>(`${path}/versions`);
    expect(body.map(({ version, author, pageCount }) => [version, author.id, pageCount])).toEqual([
      [3, member.userId, 1],
      [2, member.userId, 1],
      [1, ada.userId, 1],
    ]);
    expect(body[2]!.author.name).toBe('Ada Moreau');
  });

  test('a document records its version, which then no longer changes', async () => {
    const { id, path } = await start();
    const first = await use(path);
    expect(first).toMatchObject({ templateId: id, templateVersion: 1 });
    await rename(path, 'Berth lease');
    const second = await use(path);
    expect(second).toMatchObject({ templateId: id, templateVersion: 2 });
    const read = async ({ templateVersion }: DocumentDetail) =>
      (await ada.ask<TemplateVersionDetail>(`${path}/versions/${templateVersion}`)).body.name;
    expect([await read(first), await read(second)]).toEqual(['Lease', 'Berth lease']);
    const trail = await ada.ask(`/api/documents/${second.id}/trail`);
    expect(trail.body).toMatchObject({
      intact: true,
      events: [{ type: 'document_made_from_template', data: { templateId: id, templateVersion: 2 } }],
    });
  });

  test('a refused use and a check do not freeze the version', async () => {
    const { path } = await start();
    expect((await ada.post(`${path}/use`, { recipients: [] })).status).toBe(422);
    expect((await ada.post(`${path}/send?check=true`, { recipients: people })).status).toBe(200);
    await rename(path, 'Berth lease');
    expect(await numbers(path)).toEqual([1]);
  });

  test('a bulk send uses the version with which it started', async () => {
    const { path } = await start();
    const csv = 'Tenant Email,Landlord Email\ngrace@harbour.example,linus@okafor.example';
    const started = await ada.post<{ id: string }>(`${path}/bulk`, {
      id: '00000000-0000-4000-8000-00000000b001',
      csv,
      fileName: 'rows.csv',
    });
    expect([started.status, started.body]).toMatchObject([201, {}]);
    await rename(path, 'Berth lease');
    expect(await numbers(path)).toEqual([2, 1]);
    await office.settled();
    const { body: documents } = await ada.ask<{ id: string; status: string }[]>('/api/documents');
    const sent = documents.find(({ status }) => status === 'sent');
    expect(await ada.read(sent!.id)).toMatchObject({ title: 'Lease', templateVersion: 1 });
  });

  test('restoring a version creates a new version with its file, fields, roles and settings', async () => {
    const { path, template } = await start();
    const before = (await ada.ask<TemplateVersionDetail>(`${path}/versions/1`)).body;
    const bytes = Buffer.from(sampleLease(3));
    const form = multipartForm([{ name: 'new.pdf', bytes }], {
      revision: String(template.revision),
      confirm: 'true',
    });
    const replaced = await ada.ask<TemplateDetail>(`${path}/file`, { method: 'PUT', ...form });
    expect([replaced.status, replaced.body.pageCount]).toEqual([200, 3]);
    const roles = template.roles.map((role) => ({ ...role, person: null, message: 'Hello' }));
    await ada.put(`${path}/roles`, { roles });
    await ada.put(`${path}/fields`, { fields: [] });
    await ada.put(path, {
      name: 'Other',
      description: 'Other',
      sending: { subject: 'Sign', expirationDays: 9 },
    });
    expect(await numbers(path)).toEqual([2, 1]);
    const restored = await ada.post<TemplateDetail>(`${path}/versions/1/restore`);
    expect(restored).toMatchObject({ status: 200, body: { name: 'Lease', version: 3, pageCount: 1 } });
    expect(restored.body.signatureFields).toEqual(template.signatureFields);
    expect(restored.body.roles).toEqual(template.roles);
    expect(restored.body.sending).toEqual(template.sending);
    const again = (await ada.ask<TemplateVersionDetail>(`${path}/versions/3`)).body;
    for (const key of ['fileSha256', 'signatureFields', 'roles', 'sending', 'formats'] as const)
      expect(again[key]).toEqual(before[key]);
    const file = await ada.ask(`${path}/versions/2/file`);
    expect(file.bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect((await ada.post(`${path}/versions/1/restore`, { revision: 1 })).body).toMatchObject({
      code: 'revision-outdated',
    });
  });

  test('files of a version are kept until the version or its template is deleted', async () => {
    const { path } = await start();
    for (const pages of [4, 5]) {
      const { revision } = (await ada.ask<TemplateDetail>(path)).body;
      const form = multipartForm([{ name: 'new.pdf', bytes: Buffer.from(sampleLease(pages)) }], {
        revision: String(revision),
        confirm: 'true',
      });
      expect((await ada.ask(`${path}/file`, { method: 'PUT', ...form })).status).toBe(200);
    }
    expect(await numbers(path)).toEqual([3, 2, 1]);
    const { fileSha256 } = (await ada.ask<TemplateVersionDetail>(`${path}/versions/2`)).body;
    const isNeeded = async () =>
      (await neededFiles(office.ports.database.db, [fileSha256!])).has(fileSha256!);
    expect(await isNeeded()).toBe(true);
    await ada.delete(path);
    expect(await isNeeded()).toBe(false);
  });

  test('only the newest versions are kept', async () => {
    const { path } = await start();
    const member = await office.colleague(ada, { role: 'member', ...linus });
    for (let count = 0; count <= MAX_VERSIONS; count += 1)
      await rename(path, `Lease ${count}`, count % 2 === 0 ? member : ada);
    const kept = await numbers(path);
    expect([kept.length, kept[0], kept.at(-1)]).toEqual([MAX_VERSIONS, MAX_VERSIONS + 2, 3]);
    expect((await ada.ask(`${path}/versions/2`)).body).toMatchObject({ code: 'not-found' });
  });

  test('unknown versions and versions of other accounts are not found', async () => {
    const { path } = await start();
    const mallory = await office.desk({ firstName: 'Mallory', email: 'mallory@elsewhere.example' });
    for (const version of ['0', '2', '1.5', 'x', '1e0', '99999999999'])
      expect((await ada.ask(`${path}/versions/${version}`)).status, version).toBe(404);
    for (const at of ['', '/1', '/1/file'])
      expect((await mallory.ask(`${path}/versions${at}`)).status).toBe(404);
    expect((await mallory.post(`${path}/versions/1/restore`)).status).toBe(404);
  });
});
