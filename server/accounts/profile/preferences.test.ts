import { beforeAll, expect, test } from 'vitest';
import type { PreferencesAnswer } from '#contract/accounts/preferences.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { openOffice, type Office } from '#testing/open-office.ts';

const path = '/api/user/preferences';

describeOnOneDatabase('preferences of a member', (open) => {
  let office: Office;
  let ada: Desk;
  const save = (desk: Desk, body: object) => desk.patch<PreferencesAnswer>(path, body);
  beforeAll(async () => {
    office = await openOffice(await open(), { working: false });
    ada = await office.desk();
  });

  test('preferences have defaults until changed', async () => {
    const { body } = await ada.ask<PreferencesAnswer>(path);
    expect(body).toMatchObject({ language: null, timezone: null, theme: 'system', autoSave: true });
    expect(body.notifications['document-completed']).toEqual({ inApp: true, mail: true });
    expect(body.notifications['recipient-opened']).toEqual({ inApp: true, mail: null });
  });

  test('a change of one preference keeps the others, and the signed-in user includes them', async () => {
    await save(ada, { theme: 'dark', timezone: 'Asia/Tokyo' });
    await save(ada, { language: 'ar', autoSave: false });
    await save(ada, { notifications: { 'document-completed': { mail: false } } });
    const { body } = await ada.ask<PreferencesAnswer>(path);
    expect(body).toMatchObject({ language: 'ar', timezone: 'Asia/Tokyo', theme: 'dark', autoSave: false });
    expect(body.notifications['document-completed']).toEqual({ inApp: true, mail: false });
    expect((await ada.ask('/api/auth/user')).body).toMatchObject({
      language: 'ar',
      timezone: 'Asia/Tokyo',
      theme: 'dark',
      autoSave: false,
      photo: null,
    });
    expect((await save(ada, { language: null, timezone: null })).body).toMatchObject({
      language: null,
      timezone: null,
      theme: 'dark',
    });
  });

  test('saved views are replaced as a whole list, and changing other preferences keeps them', async () => {
    const views = [
      { name: 'Expiring leases', filter: { q: 'lease', due: 'soon', sort: 'title' } },
      { name: 'Declined', filter: { status: 'declined' } },
    ];
    await save(ada, { views });
    await save(ada, { theme: 'light' });
    expect((await ada.ask<PreferencesAnswer>(path)).body.views).toEqual(views);
    expect((await save(ada, { views: views.slice(1) })).body.views).toEqual(views.slice(1));
    const colleague = await office.colleague(ada, { role: 'member', email: 'hana@harbour.example' });
    expect((await colleague.ask<PreferencesAnswer>(path)).body.views).toEqual([]);
  });

  test('concurrent changes to different preferences are all kept', async () => {
    const kinds = ['recipient-opened', 'recipient-signed', 'document-expiring', 'delivery-failed'];
    await Promise.all(kinds.map((kind) => save(ada, { notifications: { [kind]: { inApp: false } } })));
    const { notifications } = (await ada.ask<PreferencesAnswer>(path)).body;
    expect(kinds.map((kind) => notifications[kind as 'recipient-opened'].inApp)).toEqual(
      kinds.map(() => false),
    );
  });

  test.each([
    { theme: 'sepia' },
    { language: 'tlh' },
    { timezone: 'Mars/Olympus' },
    { timezone: '+01:00' },
    { autoSave: 'yes' },
    { views: [{ name: '', filter: {} }] },
    { views: [{ name: 'A', filter: { color: 'red' } }] },
    {
      views: [
        { name: 'A', filter: {} },
        { name: 'A', filter: {} },
      ],
    },
    { notifications: { 'moon-rises': { mail: true } } },
    { accountId: '00000000-0000-0000-0000-000000000000' },
  ])('rejects %j', async (body) => {
    expect((await save(ada, body)).status).toBe(400);
  });

  test('each person has their own preferences', async () => {
    const mallory = await office.desk();
    await save(ada, { theme: 'dark' });
    expect((await mallory.ask(path)).body).toMatchObject({ theme: 'system' });
    expect((await mallory.ask(path, { headers: { cookie: '' } })).status).toBe(401);
  });
});
