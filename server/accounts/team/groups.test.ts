import { beforeAll, describe, expect, test } from 'vitest';
import type { FolderView } from '#contract/documents/library.ts';
import type { GroupView } from '#contract/accounts/groups.ts';
import { openOneDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { listenLive } from '#testing/live-listener.ts';
import { openOffice, type Office } from '#testing/open-office.ts';

describe('groups with access to a private folder', () => {
  let office: Office;
  let ada: Desk;
  let hana: Desk;
  let linus: Desk;
  let folder: string;
  let document: string;

  const make = async <Body extends { id: string }>(by: Desk, path: string, body: object): Promise<Body> => {
    const answer = await by.post<Body>(path, body);
    expect([path, answer.status]).toEqual([path, 201]);
    return answer.body;
  };
  const group = (name: string, ...people: Desk[]) =>
    make<GroupView>(ada, '/api/team/groups', { name, memberIds: people.map(({ userId }) => userId) });
  const share = (by: Desk, groups: { groupId: string; access: 'view' | 'use' }[], keep = true) =>
    by.put(`/api/folders/${folder}/sharing`, { private: keep, groups });
  const rename = (by: Desk) => by.put(`/api/documents/${document}`, { title: 'Pay of May' });
  const sees = async (by: Desk) =>
    [
      (await by.ask(`/api/documents/${document}`)).status,
      (await by.ask<FolderView[]>('/api/folders')).body.find(({ id }) => id === folder)?.use ?? null,
      (await by.ask<{ id: string }[]>('/api/documents')).body.some(({ id }) => id === document),
    ] as const;
  const [none, view, use] = [
    [404, null, false],
    [200, false, true],
    [200, true, true],
  ];

  beforeAll(async () => {
    office = await openOffice(await openOneDatabase());
    ada = await office.desk();
    hana = await office.colleague(ada, { role: 'member', email: 'hana@harbour.example' });
    linus = await office.colleague(ada, { role: 'member', email: 'linus@harbour.example' });
    folder = (await make(hana, '/api/folders', { name: 'Pay', private: true })).id;
    document = (await hana.upload(sampleLease(1))).body.id;
    const move = { ids: [document], folderId: folder };
    expect((await hana.post('/api/documents/move', move)).body['done']).toEqual([document]);
  });

  test('group members can read or use the folder until the group or its grant is removed', async () => {
    const readers = await group('Readers', linus);
    const payroll = await group('Payroll', linus);
    expect(await sees(linus)).toEqual(none);
    expect((await share(hana, [{ groupId: readers.id, access: 'view' }])).status).toBe(204);
    expect(await sees(linus)).toEqual(view);
    const refused = await rename(linus);
    expect([refused.status, refused.body['code']]).toEqual([403, 'folder-view-only']);
    for (const path of ['delete', 'move']) {
      const body = { ids: [document], ...(path === 'move' && { folderId: null }) };
      const tried = await linus.post(`/api/documents/${path}`, body);
      expect(tried.body['done']).toEqual([]);
    }
    expect((await share(linus, [])).body['code']).toBe('folder-view-only');

    await share(hana, [
      { groupId: readers.id, access: 'view' },
      { groupId: payroll.id, access: 'use' },
    ]);
    expect(await sees(linus)).toEqual(use);
    expect((await rename(linus)).status).toBe(200);
    // A member with use access can neither change who sees the folder nor move others' content out of it.
    expect((await share(linus, [], false)).body['code']).toBe('private-to-other-member');
    const out = await linus.post<{ refused: object[] }>('/api/documents/move', {
      ids: [document],
      folderId: null,
    });
    expect(out.body.refused).toMatchObject([{ code: 'private-to-other-member' }]);

    // Deleting a group ends its access and does not affect other groups.
    expect((await ada.delete(`/api/team/groups/${payroll.id}`)).status).toBe(204);
    expect(await sees(linus)).toEqual(view);
    await ada.put(`/api/team/groups/${readers.id}`, { name: 'Readers', memberIds: [hana.userId] });
    expect(await sees(linus)).toEqual(none);
    expect(await sees(hana)).toEqual(use);
  });

  test('an open page receives updates only for visible documents', async () => {
    await office.product.app.listen({ port: 0, host: '127.0.0.1' });
    const page = await listenLive(office.product.app, '/api/live', { cookie: linus.cookie });
    const own = (await linus.upload(sampleLease(1))).body.id;
    await rename(hana);
    await linus.put(`/api/documents/${own}`, { title: 'Own' });
    await page.untilTopic(`document:${own}`);
    expect(page.topics()).not.toContain(`document:${document}`);
    await page.leave();
  });

  test('an open page follows its reader’s current role, not the role at page load', async () => {
    const otto = await office.colleague(ada, { role: 'admin', email: 'otto@harbour.example' });
    const become = (role: string) => ada.patch(`/api/team/members/${otto.userId}`, { role });
    const page = await listenLive(office.product.app, '/api/live', { cookie: otto.cookie });
    /**
     * Returns true if the page receives a change in Hana's private folder. Waits for a later change that all
     * members see.
     */
    const receivesChange = async (title: string): Promise<boolean> => {
      page.forget();
      await hana.put(`/api/documents/${document}`, { title });
      const shared = (await ada.upload(sampleLease(1))).body.id;
      await ada.put(`/api/documents/${shared}`, { title: 'Shared' });
      await page.untilTopic(`document:${shared}`);
      return page.topics().includes(`document:${document}`);
    };
    expect(await receivesChange('Pay of June')).toBe(true);
    expect((await become('member')).status).toBe(204);
    expect(await receivesChange('Pay of July')).toBe(false);
    expect((await become('admin')).status).toBe(204);
    expect(await receivesChange('Pay of August')).toBe(true);
    await page.leave();
  });

  test('a folder that is made private again does not get its earlier grants back', async () => {
    const readers = await group('Auditors', linus);
    await share(hana, [{ groupId: readers.id, access: 'use' }]);
    await share(hana, [], false);
    expect(await sees(linus)).toEqual(use);
    await hana.put(`/api/folders/${folder}/sharing`, { private: true });
    expect(await sees(linus)).toEqual(none);
  });

  test('a removed member leaves all groups, and members of other accounts cannot join', async () => {
    const grace = await office.colleague(ada, { role: 'member', email: 'grace@harbour.example' });
    const mallory = await office.desk({ email: 'mallory@elsewhere.example' });
    const made = await group('Guests', grace, mallory);
    expect(made.memberIds).toEqual([grace.userId]);
    await ada.post(`/api/team/members/${grace.userId}/remove`);
    const list = (await ada.ask<GroupView[]>('/api/team/groups')).body;
    expect(list.find(({ id }) => id === made.id)?.memberIds).toEqual([]);
    const foreign = await make<GroupView>(mallory, '/api/team/groups', { name: 'M', memberIds: [] });
    expect((await share(hana, [{ groupId: foreign.id, access: 'use' }])).status).toBe(204);
    expect((await mallory.ask(`/api/documents/${document}`)).status).toBe(404);
    const taken = await ada.post('/api/team/groups', { name: 'guests', memberIds: [] });
    expect([taken.status, taken.body['code']]).toEqual([409, 'group-exists']);
  });

  test('the audit log records who gave access to whom', async () => {
    const { body } = await ada.ask<{ type: string }[]>('/api/audit');
    const types = new Set(body.map(({ type }) => type));
    for (const type of [
      'group_created',
      'group_changed',
      'group_deleted',
      'folder_access_changed',
      'folder_made_private',
    ])
      expect([type, types.has(type)]).toEqual([type, true]);
  });
});
