import { expect, test } from 'vitest';
import { MAX_FOLDER_DEPTH } from '#core/folder/folder.ts';
import { MAX_UPLOAD_BYTES } from '#core/plan/plans.ts';
import { planUpload, type FoundFile } from './plan-upload.ts';

const found = (path: string, size = 10): FoundFile => {
  const folders = path.split('/');
  const name = folders.pop()!;
  return { folders, file: { name, size } as File };
};

test('PDF and Word files become documents in folders with the same names, ordered by path', () => {
  const plan = planUpload(
    [found('Leases/North/b.PDF', 5), found('Leases/a.docx', 7), found('Leases/North\u202e pier/c.pdf', 1)],
    0,
  );
  expect(plan.uploads.map(({ folders, title }) => [folders.join('/'), title])).toEqual([
    ['Leases/North', 'b'],
    ['Leases/North pier', 'c'],
    ['Leases', 'a'],
  ]);
  expect(plan).toMatchObject({ skipped: [], bytes: 13 });
});

test.for([
  ['Leases/photo.gif', 10, 'type'],
  ['Leases/.DS_Store', 10, 'type'],
  ['Leases/.hidden.pdf', 10, 'type'],
  ['Leases/~$contract.docx', 10, 'type'],
  ['Leases/huge.pdf', MAX_UPLOAD_BYTES + 1, 'large'],
  ['Leases/empty.pdf', 0, 'empty'],
  [`${'x/'.repeat(MAX_FOLDER_DEPTH)}deep.pdf`, 10, 'deep'],
] as const)('skips %s of %i bytes: %s', ([path, size, reason]) => {
  expect(planUpload([found(path, size)], 1)).toEqual({ uploads: [], skipped: [{ path, reason }], bytes: 0 });
});
