import { expect, test } from 'vitest';
import { describeOnEveryDatabase } from '#testing/databases.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { multipartForm } from '#testing/multipart.ts';
import { openOffice } from '#testing/open-office.ts';

describeOnEveryDatabase('a folder that is being deleted', (open) => {
  test('documents can be moved into the folder before it is deleted, and cannot afterwards', async () => {
    const office = await openOffice(await open());
    const ada = await office.desk();
    const { id } = await ada.prepare(sampleLease(1), []);
    const answers: number[] = [];
    for (let round = 0; round < 6; round += 1) {
      const { body: folder } = await ada.post('/api/folders', { name: `Folder ${round}` });
      const folderId = String(folder['id']);
      const [moved, deleted] = await Promise.all([
        ada.post('/api/documents/move', { ids: [id], folderId }),
        ada.delete(`/api/folders/${folderId}?contents=parent`),
      ]);
      answers.push(moved.status, deleted.status);
      expect((await ada.ask(`/api/documents/${id}`)).body['folderId']).toBe(null);
    }
    expect(answers.filter((status) => ![200, 404].includes(status))).toEqual([]);
  }, 60_000);

  test('an upload into the folder succeeds before it is deleted, and is refused afterwards', async () => {
    const office = await openOffice(await open());
    const ada = await office.desk();
    const answers: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      const { body: folder } = await ada.post('/api/folders', { name: `Folder ${round}` });
      const folderId = String(folder['id']);
      const [uploaded, deleted] = await Promise.all([
        ada.ask('/api/documents/upload', {
          method: 'POST',
          ...multipartForm([{ name: 'lease.pdf', bytes: sampleLease(1) }], { title: 'Lease', folderId }),
        }),
        ada.delete(`/api/folders/${folderId}?contents=parent`),
      ]);
      answers.push(uploaded.status, deleted.status);
    }
    expect(answers.filter((status) => ![200, 201, 404].includes(status))).toEqual([]);
  }, 60_000);
});
