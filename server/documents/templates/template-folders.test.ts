import { beforeAll, expect, test } from 'vitest';
import type { SeveralAnswer } from '#contract/documents/library.ts';
import type { TemplateDetail, TemplateSummary, TemplateView } from '#contract/documents/templates.ts';
import { grace, hana, linus } from '#testing/cast.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { leaseTemplate } from '#testing/documents/lease-template.ts';
import { openOffice, type Office } from '#testing/open-office.ts';

describeOnOneDatabase('templates in folders', (open) => {
  let office: Office;
  let ada: Desk;
  let linusDesk: Desk;
  let hanaDesk: Desk;
  beforeAll(async () => {
    office = await openOffice(await open());
    ada = await office.desk();
    linusDesk = await office.colleague(ada, { role: 'member', ...linus });
    hanaDesk = await office.colleague(ada, { role: 'member', ...hana });
  });

  const folder = async (by: Desk, body: object) =>
    (await by.post<{ id: string }>('/api/folders', body)).body.id;
  const move = (by: Desk, id: string, folderId: string | null) =>
    by.post<SeveralAnswer>('/api/templates/move', { ids: [id], folderId });
  const listed = async (by: Desk, query = '') =>
    (await by.ask<TemplateSummary[]>(`/api/templates${query}`)).body.map(({ id }) => id);
  const folderOf = async (id: string) =>
    (await ada.ask<TemplateDetail>(`/api/templates/${id}`)).body.folderId;
  const people = [
    { role: 'Tenant', ...grace },
    { role: 'Landlord', ...hana },
  ];

  test('a template in a private folder has the same access rules as documents there', async () => {
    const mine = await folder(linusDesk, { name: 'Mine', private: true });
    const { id } = await leaseTemplate(linusDesk);
    expect((await move(linusDesk, id, mine)).body.done).toEqual([id]);
    expect(await listed(linusDesk)).toContain(id);
    expect(await listed(hanaDesk)).not.toContain(id);
    const path = `/api/templates/${id}`;
    for (const at of ['', '/file', '/versions', '/form'])
      expect((await hanaDesk.ask(path + at)).status, at).toBe(404);
    expect((await hanaDesk.post(`${path}/use`, { recipients: people })).status).toBe(404);

    const group = await ada.post<{ id: string }>('/api/team/groups', {
      name: 'Office',
      memberIds: [hanaDesk.userId],
    });
    const share = (access: 'view' | 'use') =>
      linusDesk.put(`/api/folders/${mine}/sharing`, {
        private: true,
        groups: [{ groupId: group.body.id, access }],
      });
    expect((await share('view')).status).toBe(204);
    expect((await hanaDesk.ask(path)).status).toBe(200);
    for (const refused of [
      await hanaDesk.post(`${path}/use`, { recipients: people }),
      await hanaDesk.put(path, { name: 'Hers', description: 'Hers' }),
      await hanaDesk.post(`${path}/versions/1/restore`),
    ])
      expect(refused.body).toMatchObject({ code: 'folder-view-only' });
    expect((await share('use')).status).toBe(204);
    expect((await hanaDesk.post(`${path}/use`, { recipients: people })).status).toBe(201);
    expect((await hanaDesk.post<TemplateView>(`${path}/duplicate`)).body).toMatchObject({ folderId: mine });
  });

  test('members cannot hide others’ templates or move them out of a private folder', async () => {
    const [hers, mine] = [
      await folder(hanaDesk, { name: 'Hers', private: true }),
      await folder(linusDesk, { name: 'His', private: true }),
    ];
    const { id } = await leaseTemplate(linusDesk);
    expect((await move(hanaDesk, id, hers)).body.refused).toMatchObject([
      { code: 'private-to-other-member' },
    ]);
    await move(linusDesk, id, mine);
    expect((await move(hanaDesk, id, null)).body.refused).toMatchObject([{ code: 'not-found' }]);
    expect((await move(hanaDesk, id, mine)).body).toMatchObject({ code: 'not-found' });
    const shared = await folder(ada, { name: 'Shared' });
    await move(linusDesk, id, shared);
    expect((await hanaDesk.put(`/api/folders/${shared}/sharing`, { private: true })).body).toMatchObject({
      code: 'private-to-other-member',
    });
  });

  test('templates can be created in and listed by folder, and move to the parent when it is deleted', async () => {
    const outer = await folder(ada, { name: 'Contracts' });
    const inner = await folder(ada, { name: 'Leases', parentId: outer });
    const words = { name: 'Lease', description: 'For a year' };
    const made = await ada.post<TemplateView>('/api/templates', { ...words, folderId: inner });
    const { id } = made.body;
    expect(made.body.folderId).toBe(inner);
    expect(await listed(ada, `?folder=${inner}`)).toEqual([id]);
    expect(await listed(ada, `?folder=${outer}`)).toEqual([]);
    expect(await listed(ada, `?folder=${outer}&nested=true`)).toEqual([id]);
    expect(await listed(ada, '?folder=top')).not.toContain(id);
    expect((await ada.delete(`/api/folders/${inner}?contents=bin`)).status).toBe(200);
    expect(await folderOf(id)).toBe(outer);
    await ada.delete(`/api/folders/${outer}`);
    expect(await folderOf(id)).toBeNull();
    const gone = await ada.post('/api/templates', { ...words, folderId: inner });
    expect(gone.body).toMatchObject({ code: 'not-found' });
    expect(await listed(ada)).toContain(id);
  });

  test('a bulk send with a template in a private folder is private', async () => {
    const mine = await folder(linusDesk, { name: 'Quiet', private: true });
    const { id } = await leaseTemplate(linusDesk);
    await move(linusDesk, id, mine);
    const started = await linusDesk.post(`/api/templates/${id}/bulk`, {
      id: '00000000-0000-4000-8000-00000000b002',
      csv: 'Tenant Email,Landlord Email\ngrace@harbour.example,linus@okafor.example',
      fileName: 'rows.csv',
    });
    expect(started.status).toBe(201);
    expect((await hanaDesk.ask<unknown[]>('/api/bulk')).body).toEqual([]);
    expect((await linusDesk.ask<unknown[]>('/api/bulk')).body).toHaveLength(1);
  });
});
