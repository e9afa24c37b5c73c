import { beforeAll, describe, expect, test } from 'vitest';
import { guardedNoun } from '#contract/guarded.ts';
import { methodOf, pathOf } from '#contract/paths.ts';
import type { Route } from '#contract/route.ts';
import { routes } from '#contract/routes.ts';
import type { DashboardStats } from '#contract/accounts/account.ts';
import type { FolderView } from '#contract/documents/library.ts';
import { accessOf, type Things } from '#testing/access-table.ts';
import { grace } from '#testing/cast.ts';
import { openOneDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { longTest } from '#testing/long-test.ts';
import { multipartForm } from '#testing/multipart.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { newId } from '../../foundation/db/new-id.ts';
import { deleteEmptyRemovedFolders } from '../../records/removed-folder-store.ts';

const secret = 'Salaries of the harbour';
const friend = 'friend.of.hana@elsewhere.example';

describe('Hana’s private content', () => {
  let office: Office;
  let ada: Desk;
  let hana: Desk;
  let mallory: Desk;
  let viewer: Desk;
  let draft: string;
  let things: Things & { bulk: string };
  const nowhere = newId(Date.now());

  const made = async (by: Desk, path: string, body: object): Promise<string> => {
    const answer = await by.post<{ id: string }>(path, body);
    expect([answer.status, answer.body], path).toMatchObject([201, {}]);
    return answer.body.id;
  };
  const move = (by: Desk, ids: string[], folderId: string | null) =>
    by.post<{ done: string[]; refused: { code: string }[] }>('/api/documents/move', { ids, folderId });
  const folders = async (by: Desk) => (await by.ask<FolderView[]>('/api/folders')).body;

  beforeAll(async () => {
    office = await openOffice(await openOneDatabase());
    ada = await office.desk();
    const person = (name: string, role: 'member' | 'viewer') =>
      office.colleague(ada, { role, firstName: name, email: `${name.toLowerCase()}@harbour.example` });
    [hana, mallory, viewer] = [
      await person('Hana', 'member'),
      await person('Mallory', 'member'),
      await person('Grace', 'viewer'),
    ];
    const folder = await made(hana, '/api/folders', { name: secret, private: true });
    const sent = await hana.prepare(sampleLease(1), [{ ...grace, email: friend }]);
    draft = (await hana.upload(sampleLease(1), 'pay.pdf', secret)).body.id;
    expect((await move(hana, [draft, sent.id], folder)).body.done).toHaveLength(2);
    await hana.send(sent.id);
    await office.settled();
    const template = await made(hana, '/api/templates', {
      name: secret,
      description: secret,
      documentId: sent.id,
      private: true,
    });
    const bulk = newId(office.now());
    await made(hana, `/api/templates/${template}/bulk`, {
      id: bulk,
      csv: `Signer 1 Email,Signer 1 Name\n${friend},F\n`,
      fileName: `${secret}.csv`,
    });
    await office.settled();
    // A draft made from a template is not in a folder until someone moves it.
    const sentByRow = await hana.ask<{ id: string }[]>(`/api/documents?folder=top&recipient=${friend}`);
    await move(
      hana,
      sentByRow.body.map(({ id }) => id),
      folder,
    );
    const contact = await made(hana, '/api/contacts', { email: 'own@elsewhere.example', private: true });
    things = {
      draft,
      sent: sent.id,
      recipient: sent.recipients[0]!.id,
      folder,
      template,
      contact,
      bulk,
      colleague: nowhere,
      invitation: nowhere,
      link: 'none',
    };
  });

  const guarded = (Object.values(routes) as Route[]).filter(
    ({ at, permission }) => permission !== undefined && guardedNoun(at),
  );

  function call(route: Route, by: Desk, real: boolean) {
    const { body } = accessOf(route.name);
    const ids: Record<string, string> = {
      documents: /rename|put|replaceFile|Overlaps|duplicate/.test(route.name) ? draft : things.sent,
      folders: things.folder,
      templates: things.template,
      contacts: things.contact,
      bulk: things.bulk,
      recipients: things.recipient,
    };
    const path = pathOf(route.at).replaceAll(/([\w-]+)\/\{\w+\}/g, (_all, noun: string) =>
      real ? `${noun}/${ids[noun] ?? nowhere}` : `${noun}/${nowhere}`,
    );
    return by.ask(path, {
      method: methodOf(route.at) as 'POST',
      ...(body && { body: body(things) as object }),
    });
  }

  test('every route for a private item treats a colleague as if the item did not exist', async () => {
    expect(guarded.length).toBeGreaterThan(40);
    const told: unknown[] = [];
    for (const route of guarded) {
      for (const by of [mallory, viewer]) {
        const [real, none] = [await call(route, by, true), await call(route, by, false)];
        const same = real.status === none.status && real.body['detail'] === none.body['detail'];
        if (!same || real.status < 400)
          told.push([route.name, real.status, real.body['detail'], none.status, none.body['detail']]);
      }
    }
    expect(told).toEqual([]);
  });

  test('a malformed id returns 404, even for a member who can see everything', async () => {
    for (const noun of ['folders', 'templates', 'contacts']) {
      const share = { method: 'PUT', body: { private: false } } as const;
      expect((await ada.ask(`/api/${noun}/x/sharing`, share)).status, noun).toBe(404);
    }
  });

  test('a colleague cannot create, read, confirm or dismiss a proposal about a private document', async () => {
    const ask = { act: 'void', documentId: things.sent, reason: 'Not any more.' };
    expect((await mallory.post('/api/proposals', ask)).status).toBe(404);
    const proposal = await made(hana, '/api/proposals', ask);
    expect((await hana.ask(`/api/proposals/${proposal}`)).status).toBe(200);
    expect((await mallory.ask(`/api/proposals/${proposal}`)).status).toBe(404);
    for (const [decision, body] of [
      ['confirm', { fingerprint: 'x' }],
      ['dismiss', undefined],
    ] as const) {
      const path = `/api/proposals/${proposal}/${decision}`;
      expect((await mallory.ask(path, { method: 'POST', ...(body && { body }) })).status).toBe(404);
    }
  });

  test('no list, search, count, export or archive contains private content', async () => {
    const told: unknown[] = [];
    // The document once belonged to Mallory, who got notifications about it at that time.
    await office.ports.database.db
      .insertInto('notices')
      .values({
        account_id: mallory.accountId,
        user_id: mallory.userId,
        id: newId(office.now()),
        kind: 'recipient-signed',
        document_id: things.sent,
        created_at: new Date(office.now()),
      })
      .execute();
    const lists = (Object.values(routes) as Route[]).filter(
      ({ at, caller, name }) =>
        caller === 'member' && at.startsWith('GET /api') && !at.includes('{') && name !== 'followAccount',
    );
    const words = [secret, friend, 'own@elsewhere.example', ...Object.values(things)];
    const asked = lists.map(({ at }) => pathOf(at));
    for (const path of [
      ...asked,
      `/api/documents?q=Salaries`,
      `/api/documents?folder=${things.folder}`,
      `/api/documents?recipient=${friend}`,
      `/api/documents?bin=true`,
      `/api/templates?q=Salaries`,
      `/api/contacts?q=own`,
      `/api/contacts?q=friend`,
      `/api/bulk?template=${things.template}`,
      `/api/documents/archive?ids=${draft}`,
    ]) {
      for (const by of [mallory, viewer]) {
        const { bytes, headers } = await by.ask(path);
        const text = bytes.toString('latin1');
        const seen = words.filter((word) => word !== nowhere && word !== 'none' && text.includes(word));
        if (seen.length > 0) told.push([path, seen]);
        if (path.includes('?') && ![undefined, '0', 0].includes(headers['x-total-count'] as string))
          told.push([path, headers['x-total-count']]);
      }
    }
    expect(told).toEqual([]);
  });

  test('the dashboard counts only documents that the member can see', async () => {
    const stats = async (by: Desk) => (await by.ask<DashboardStats>('/api/dashboard/stats')).body;
    const { totalDocuments: all, pendingSignatures: waiting, thisMonthDocuments: month } = await stats(ada);
    expect([all, waiting, month].every((count) => count > 0)).toBe(true);
    for (const by of [mallory, viewer])
      expect(await stats(by)).toMatchObject({
        totalDocuments: 0,
        pendingSignatures: 0,
        thisMonthDocuments: 0,
        completedDocuments: 0,
        averageSignTime: null,
      });
    expect(await stats(hana)).toEqual(await stats(ada));
  });

  longTest(
    'responses of a shared form and results of a shared bulk send omit documents that became private',
    async () => {
      const open = await hana.prepare(sampleLease(1), [grace]);
      const shared = { name: 'Berth', description: 'For a year', documentId: open.id };
      const template = await made(hana, '/api/templates', shared);
      const { body } = await hana.ask<{ roles: { id: string }[] }>(`/api/templates/${template}`);
      const form = { on: true, visitorRole: body.roles[0]!.id, people: [] };
      const put = await hana.put(`/api/templates/${template}/form`, form);
      expect(put.status).toBe(200);
      const at = new Date(office.now());
      await office.ports.database.db
        .insertInto('form_entries')
        .values({
          account_id: hana.accountId,
          template_id: template,
          id: newId(office.now()),
          name: 'F',
          email: friend,
          language: 'en',
          requested_at: at,
          confirmed_at: at,
          document_id: things.sent,
        })
        .execute();
      const bulk = newId(office.now());
      const csv = `Signer 1 Email,Signer 1 Name\n${friend},F\n`;
      await made(hana, `/api/templates/${template}/bulk`, { id: bulk, csv, fileName: 'berths.csv' });
      await office.settled();
      const sent = await hana.ask<{ id: string }[]>(`/api/documents?folder=top&recipient=${friend}`);
      const ids = sent.body.map(({ id }) => id);
      const told = async (by: Desk, path: string, word: string) =>
        (await by.ask(path)).bytes.toString('utf8').includes(word);
      expect(await told(mallory, `/api/bulk/${bulk}/answers?format=csv`, ids[0]!)).toBe(true);
      expect((await move(hana, ids, things.folder)).body.done).toEqual(ids);
      const seen = (by: Desk) =>
        Promise.all([
          told(by, `/api/templates/${template}/form/answers?format=csv`, friend),
          told(by, `/api/bulk/${bulk}/answers?format=csv`, ids[0]!),
        ]);
      expect([await seen(hana), await seen(ada)]).toEqual(Array(2).fill([true, true]));
      expect(await seen(mallory)).toEqual([false, false]);
    },
  );

  test('no request body with a private id can move, delete, restore, purge, copy or fill the item', async () => {
    const several = { ids: [draft, things.sent] };
    for (const path of ['/api/documents/delete', '/api/bin/restore', '/api/bin/purge']) {
      const { body } = await mallory.post(path, several);
      expect([path, body['done']]).toEqual([path, []]);
    }
    expect((await move(mallory, [draft], null)).body.refused).toMatchObject([{ code: 'not-found' }]);
    const own = (await mallory.upload(sampleLease(1))).body.id;
    expect((await move(mallory, [own], things.folder)).status).toBe(404);
    const template = { name: 'M', description: 'M', documentId: draft };
    expect((await mallory.post('/api/templates', template)).status).toBe(404);
    const inside = { name: 'M', parentId: things.folder };
    expect((await mallory.post('/api/folders', inside)).status).toBe(404);
    const upload = await mallory.ask('/api/documents/upload', {
      method: 'POST',
      ...multipartForm([{ name: 'm.pdf', bytes: sampleLease(1) }], { folderId: things.folder }),
    });
    expect(upload.status).toBe(404);
    const handed = await mallory.post('/api/documents/hand-over', { ids: [draft], memberId: mallory.userId });
    expect(handed.body).toEqual({ handedOver: 0 });
    // Another member can use the same folder name, because Hana's contacts and folders are hidden from them.
    await made(mallory, '/api/folders', { name: secret });
    await made(mallory, '/api/contacts', { email: 'own@elsewhere.example' });
    await mallory.post('/api/contacts/import', { csv: 'Email,Name\nown@elsewhere.example,Mallory\n' });
    expect((await hana.ask(`/api/contacts/${things.contact}`)).body['name']).toBe('');
    // Hana's deleted documents remain when Mallory empties the bin.
    const binned = (await hana.upload(sampleLease(1))).body.id;
    await move(hana, [binned], things.folder);
    await hana.delete(`/api/documents/${binned}`);
    await mallory.delete('/api/bin');
    const bin = await hana.ask<{ id: string }[]>('/api/documents?bin=true');
    expect(bin.body.map(({ id }) => id)).toContain(binned);
    expect((await hana.read(draft)).title).toBe(secret);
  });

  test('Hana, the owners and the admins can see all of Hana’s private content', async () => {
    for (const by of [hana, ada]) {
      expect((await by.read(draft)).title).toBe(secret);
      expect((await by.ask(`/api/templates/${things.template}`)).body['private']).toBe(true);
      expect((await by.ask(`/api/contacts/${things.contact}`)).body['private']).toBe(true);
      expect((await by.ask(`/api/bulk/${things.bulk}`)).status).toBe(200);
      expect((await folders(by)).find(({ id }) => id === things.folder)?.privateTo).toBe(hana.userId);
    }
    expect((await ada.ask('/api/audit')).bytes.toString()).toContain('template_made_private'.slice(0, 8));
  });

  test('recipients of private documents are added only to Hana’s own contacts', async () => {
    const own = await hana.ask<{ private: boolean }[]>(`/api/contacts?q=${friend}`);
    expect(own.body.map((contact) => contact.private)).toEqual([true]);
  });

  test('no member can make another member’s content private or share it', async () => {
    const shared = await made(hana, '/api/folders', { name: 'Leases' });
    const hers = (await hana.upload(sampleLease(1))).body.id;
    await move(hana, [hers], shared);
    const share = (by: Desk, path: string, keep: boolean) => by.put(`${path}/sharing`, { private: keep });
    const refused = await share(mallory, `/api/folders/${shared}`, true);
    expect([refused.status, refused.body['code']]).toEqual([403, 'private-to-other-member']);
    const own = await made(mallory, '/api/folders', { name: 'Own', private: true });
    expect((await move(mallory, [hers], own)).body.refused).toMatchObject([
      { code: 'private-to-other-member' },
    ]);
    const moved = await mallory.put(`/api/folders/${shared}`, { parentId: own });
    expect(moved.body['code']).toBe('private-to-other-member');
    const template = await made(hana, '/api/templates', { name: 'T', description: 'T' });
    expect((await share(mallory, `/api/templates/${template}`, true)).status).toBe(403);
    expect((await share(hana, `/api/templates/${template}`, true)).status).toBe(204);
    expect((await mallory.ask(`/api/templates/${template}`)).status).toBe(404);
    expect((await share(hana, `/api/folders/${shared}`, true)).status).toBe(204);
    expect((await mallory.ask(`/api/documents/${hers}`)).status).toBe(404);
    expect((await share(hana, `/api/folders/${shared}`, false)).status).toBe(204);
    expect((await mallory.ask(`/api/documents/${hers}`)).status).toBe(200);
  });

  test('deleting the parent folder moves a private folder to the top level, intact', async () => {
    const around = await made(mallory, '/api/folders', { name: 'Around' });
    const inner = await made(hana, '/api/folders', { name: 'Inner', parentId: around, private: true });
    const kept = (await hana.upload(sampleLease(1))).body.id;
    await move(hana, [kept], inner);
    const gone = await mallory.delete(`/api/folders/${around}?contents=bin`);
    expect(gone.body).toEqual({ moved: 0, binned: 0 });
    const left = (await folders(hana)).find(({ id }) => id === inner);
    expect([left?.parentId, left?.privateTo]).toEqual([null, hana.userId]);
    expect(await hana.read(kept)).toMatchObject({ folderId: inner, deletedAt: null });
  });

  test('documents in a deleted private folder remain hidden in the bin, and restoring one restores the folder', async () => {
    const notes = await made(hana, '/api/folders', { name: 'Notes', private: true });
    const below = await made(hana, '/api/folders', { name: 'Below', parentId: notes });
    const [id, before] = [
      (await hana.upload(sampleLease(1))).body.id,
      (await hana.upload(sampleLease(1))).body.id,
    ];
    await move(hana, [id], below);
    await move(hana, [before], notes);
    await hana.delete(`/api/documents/${before}`);
    expect((await hana.delete(`/api/folders/${notes}?contents=bin`)).body).toEqual({ moved: 0, binned: 1 });
    const binOf = async (by: Desk) =>
      (await by.ask<{ id: string }[]>('/api/documents?bin=true')).body.map((one) => one.id);
    expect(await binOf(hana)).toEqual(expect.arrayContaining([id, before]));
    for (const one of [id, before]) {
      expect(await binOf(mallory)).not.toContain(one);
      expect((await mallory.ask(`/api/documents/${one}`)).status).toBe(404);
      const restored = await mallory.post('/api/bin/restore', { ids: [one] });
      expect(restored.body).toMatchObject({ done: [] });
    }
    expect((await folders(hana)).map((one) => one.id)).not.toContain(notes);
    await made(hana, '/api/folders', { name: 'Notes', private: true });
    expect((await hana.post('/api/bin/restore', { ids: [id] })).body).toMatchObject({ done: [id] });
    const back = (await folders(hana)).find((one) => one.id === notes);
    expect([back?.name, back?.privateTo]).toEqual(['Notes (2)', hana.userId]);
    expect(await hana.read(id)).toMatchObject({ folderId: notes });
    expect((await mallory.ask(`/api/documents/${id}`)).status).toBe(404);

    const { db } = office.product.services;
    await hana.delete(`/api/folders/${notes}?contents=bin`);
    await deleteEmptyRemovedFolders(db);
    const row = () => db.selectFrom('folders').select('removed_at').where('id', '=', notes).execute();
    expect(await row()).toHaveLength(1);
    await hana.post('/api/bin/purge', { ids: [id, before] });
    await deleteEmptyRemovedFolders(db);
    expect(await row()).toEqual([]);
  });

  test('a template made from a document in a private folder is private by default', async () => {
    const notes = await made(hana, '/api/folders', { name: 'Drafts', private: true });
    const { id } = (await hana.upload(sampleLease(1))).body;
    await move(hana, [id], notes);
    const words = { name: 'Pay', description: 'Pay', category: 'Legal', documentId: id };
    const quiet = await made(hana, '/api/templates', words);
    expect((await mallory.ask(`/api/templates/${quiet}`)).status).toBe(404);
    const loud = await made(hana, '/api/templates', { ...words, private: false });
    expect((await mallory.ask(`/api/templates/${loud}`)).status).toBe(200);
  });

  test('private content of a removed member becomes private content of the heir', async () => {
    const linus = await office.colleague(ada, { role: 'member', email: 'leaving@harbour.example' });
    const folder = await made(linus, '/api/folders', { name: 'Of Linus', private: true });
    const contact = await made(linus, '/api/contacts', { email: 'both@elsewhere.example', private: true });
    await made(hana, '/api/contacts', { email: 'both@elsewhere.example', private: true });
    const second = await made(linus, '/api/contacts', { email: 'one@elsewhere.example', private: true });
    const removed = await ada.post(`/api/team/members/${linus.userId}/remove`, { successorId: hana.userId });
    expect(removed.status).toBe(204);
    expect((await folders(hana)).find(({ id }) => id === folder)?.privateTo).toBe(hana.userId);
    expect((await hana.ask(`/api/contacts/${second}`)).status).toBe(200);
    expect((await hana.ask(`/api/contacts/${contact}`)).status).toBe(404);
    expect((await folders(mallory)).map(({ id }) => id)).not.toContain(folder);
  });

  test('a transferred private folder gets a number if the heir has one with the same name', async () => {
    const linus = await office.colleague(ada, { role: 'member', email: 'namesake@harbour.example' });
    const own = await made(hana, '/api/folders', { name: 'Contracts', private: true });
    const his = await made(linus, '/api/folders', { name: 'CONTRACTS', private: true });
    const removed = await ada.post(`/api/team/members/${linus.userId}/remove`, { successorId: hana.userId });
    expect(removed.status).toBe(204);
    const names = (await folders(hana)).filter(({ id }) => id === own || id === his).map(({ name }) => name);
    expect(names.sort()).toEqual(['CONTRACTS (2)', 'Contracts']);
  });

  test('private subfolders with the same name are both kept when their parent folders are deleted', async () => {
    const linus = await office.colleague(ada, { role: 'member', email: 'around@harbour.example' });
    const team = await made(hana, '/api/folders', { name: 'Team' });
    const below = await made(hana, '/api/folders', { name: 'Below', parentId: team });
    for (const parentId of [undefined, team, below])
      await made(linus, '/api/folders', { name: 'Pay', private: true, ...(parentId && { parentId }) });
    const gone = await hana.ask(`/api/folders/${team}?contents=parent`, { method: 'DELETE' });
    expect(gone.status).toBe(200);
    const pays = (await folders(linus)).filter(({ name }) => name.startsWith('Pay'));
    expect(pays.map(({ parentId }) => parentId)).toEqual([null, null, null]);
    expect(new Set(pays.map(({ name }) => name))).toEqual(new Set(['Pay', 'Pay (2)', 'Pay (3)']));
  });
});
