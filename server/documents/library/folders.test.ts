import { beforeAll, expect, test } from 'vitest';
import type { DocumentSummary } from '#contract/documents/documents.ts';
import type { DeleteFolderAnswer, FolderView, SeveralAnswer } from '#contract/documents/library.ts';
import { grace } from '#testing/cast.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { multipartForm } from '#testing/multipart.ts';
import { openOffice, type Office } from '#testing/open-office.ts';

const none = '01a1f938-4c43-724d-947c-0b98aa946e00';

describeOnOneDatabase('folders', (open) => {
  let office: Office;
  let ada: Desk;
  let mallory: Desk;
  beforeAll(async () => {
    office = await openOffice(await open());
    ada = await office.desk();
    mallory = await office.desk({ firstName: 'M', lastName: 'M', email: 'mallory@elsewhere.example' });
  });

  test('folders can be created, nested, renamed and moved, and count their documents', async () => {
    const leases = await make(ada, 'Leases');
    const north = await make(ada, ' North   pier ', leases.id);
    expect(north).toMatchObject({ name: 'North pier', parentId: leases.id, documentCount: 0 });
    const inside = await upload(ada, north.id);
    expect(inside.body).toMatchObject({ folderId: north.id });
    expect((await folders(ada)).map(({ name, documentCount }) => [name, documentCount])).toEqual([
      ['Leases', 0],
      ['North pier', 1],
    ]);
    expect((await change(ada, north.id, { name: 'South pier' })).body).toMatchObject({
      name: 'South pier',
      parentId: leases.id,
      documentCount: 1,
    });
    expect((await change(ada, north.id, { parentId: null })).body).toMatchObject({ parentId: null });
  });

  test('a folder that would form a cycle, duplicate a name or have no name is rejected', async () => {
    const outer = await make(ada, 'Outer');
    const inner = await make(ada, 'Inner', outer.id);
    const codes = await Promise.all(
      [
        change(ada, outer.id, { parentId: inner.id }),
        change(ada, outer.id, { parentId: outer.id }),
        create(ada, { name: 'OUTER' }),
        create(ada, { name: ' / ' }),
        create(ada, { name: 'Lost', parentId: none }),
        create(ada, { name: 'Lost', parentId: 'nowhere' }),
      ].map(async (answer) => [(await answer).status, (await answer).body['code']]),
    );
    expect(codes).toEqual([
      [409, 'folder-in-itself'],
      [409, 'folder-in-itself'],
      [409, 'folder-exists'],
      [422, 'folder-name-missing'],
      [404, 'not-found'],
      [404, 'not-found'],
    ]);
  });

  test('two concurrent moves cannot form a cycle of two folders', async () => {
    const one = await make(ada, 'One');
    const two = await make(ada, 'Two');
    const moves = await Promise.all([
      change(ada, one.id, { parentId: two.id }),
      change(ada, two.id, { parentId: one.id }),
    ]);
    expect(moves.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('the list can be limited to a folder, its subfolders or the top level', async () => {
    const desk = await office.desk();
    const top = await make(desk, 'Top');
    const below = await make(desk, 'Below', top.id);
    await upload(desk, null, 'loose');
    await upload(desk, top.id, 'in top');
    await upload(desk, below.id, 'in below');
    const titles = async (query: string) => {
      const { body, headers } = await desk.ask<DocumentSummary[]>(`/api/documents?${query}`);
      expect(Number(headers['x-total-count'])).toBe(body.length);
      return body.map(({ title }) => title);
    };
    expect(await titles('')).toHaveLength(3);
    expect(await titles('folder=top')).toEqual(['loose']);
    expect(await titles(`folder=${top.id}`)).toEqual(['in top']);
    expect(await titles(`folder=${top.id}&nested=true`)).toEqual(['in below', 'in top']);
    expect(await titles(`folder=${top.id}&nested=true&q=BELOW`)).toEqual(['in below']);
    expect(await titles(`folder=${none}`)).toEqual([]);
    expect(await titles('folder=nowhere')).toEqual([]);
  });

  test('documents of any status can be moved into a folder together', async () => {
    const folder = await make(ada, 'Sent');
    const lease = await ada.prepare(sampleLease(1), [grace]);
    await ada.send(lease.id);
    const { body: draft } = await upload(ada);
    const moved = await move(ada, [lease.id, draft.id, none], folder.id);
    expect(moved.body).toMatchObject({ done: expect.arrayContaining([lease.id, draft.id]) as unknown });
    expect(moved.body.refused).toMatchObject([{ id: none, code: 'not-found' }]);
    expect((await ada.read(lease.id)).folderId).toBe(folder.id);
    expect((await move(ada, [draft.id], null)).status).toBe(200);
    expect((await ada.read(draft.id)).folderId).toBeNull();
    expect((await move(ada, [draft.id], none)).status).toBe(404);
  });

  test('deleting a folder moves its documents up or to the bin, except those out for signature', async () => {
    const desk = await office.desk();
    const outer = await make(desk, 'Outer');
    const kept = await make(desk, 'Kept', outer.id);
    const { body: first } = await upload(desk, kept.id);
    expect(await remove(desk, kept.id, 'parent')).toEqual({ moved: 1, binned: 0 });
    expect((await desk.read(first.id)).folderId).toBe(outer.id);

    const lease = await desk.prepare(sampleLease(1), [grace]);
    await desk.send(lease.id);
    const deep = await make(desk, 'Deep', outer.id);
    await move(desk, [lease.id], deep.id);
    expect(await remove(desk, outer.id, 'bin')).toEqual({ moved: 1, binned: 1 });
    expect((await desk.read(lease.id)).folderId).toBeNull();
    expect(await folders(desk)).toEqual([]);
    const bin = await desk.ask<DocumentSummary[]>('/api/documents?bin=true');
    expect(bin.body.map(({ id, folderId }) => [id, folderId])).toEqual([[first.id, null]]);
  });

  test('Mallory cannot see Ada’s folders or add anything to them (S-07)', async () => {
    const folder = await make(ada, 'Private');
    const { body: own } = await upload(mallory);
    const { body: document } = await upload(ada, folder.id);
    for (const { status } of [
      await change(mallory, folder.id, { name: 'Mine' }),
      await create(mallory, { name: 'Mine', parentId: folder.id }),
      await mallory.delete(`/api/folders/${folder.id}`),
      await move(mallory, [own.id], folder.id),
      await upload(mallory, folder.id),
    ])
      expect(status).toBe(404);
    expect((await move(mallory, [document.id], null)).body.done).toEqual([]);
    expect((await ada.read(document.id)).folderId).toBe(folder.id);
    expect(await folders(mallory)).toEqual([]);
    expect((await mallory.ask<unknown[]>(`/api/documents?folder=${folder.id}`)).body).toEqual([]);
  });
});

const create = (desk: Desk, body: object) => desk.post('/api/folders', body);

async function make(desk: Desk, name: string, parentId: string | null = null): Promise<FolderView> {
  const { status, body } = await create(desk, { name, parentId });
  expect(status).toBe(201);
  return body as unknown as FolderView;
}

const change = (desk: Desk, id: string, body: object) => desk.put(`/api/folders/${id}`, body);

const remove = async (desk: Desk, id: string, contents: string) =>
  (await desk.delete<DeleteFolderAnswer>(`/api/folders/${id}?contents=${contents}`)).body;

const folders = async (desk: Desk) => (await desk.ask<FolderView[]>('/api/folders')).body;

const move = (desk: Desk, ids: string[], folderId: string | null) =>
  desk.post<SeveralAnswer>('/api/documents/move', { ids, folderId });

const upload = (desk: Desk, folderId: string | null = null, title = 'Lease') =>
  desk.ask<DocumentSummary>('/api/documents/upload', {
    method: 'POST',
    ...multipartForm([{ name: 'lease.pdf', bytes: sampleLease(1) }], {
      title,
      ...(folderId && { folderId }),
    }),
  });
