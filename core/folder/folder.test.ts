import { describe, expect, test } from 'vitest';
import { MAX_FOLDER_DEPTH, folderAndBelow, folderName, folderPath, MAX_FOLDERS } from './folder.ts';
import { placeFolder, refuseTooManyFolders, type FolderPlace } from './folder.ts';

const harbour: FolderPlace[] = [
  { id: 'leases', parentId: null, name: 'Leases' },
  { id: 'north', parentId: 'leases', name: 'North pier' },
  { id: 'berths', parentId: 'north', name: 'Berths' },
  { id: 'staff', parentId: null, name: 'Staff' },
];

describe('folder names', () => {
  test.for([
    ['  Leases  2026 ', 'Leases 2026'],
    ['a/b\\c', 'a b c'],
    ['Pay\u202Eroll\n', 'Pay roll'],
    ['x'.repeat(150), 'x'.repeat(100)],
  ])('%j is stored as %j', ([given, kept]) => {
    expect(folderName(given!)).toBe(kept);
  });

  test.for(['', '   ', '/', '..'])('%j is not a folder name', (given) => {
    expect(folderName(given)).toMatchObject({ refused: 'folder-name-missing' });
  });
});

describe('parents of folders', () => {
  test('a folder can have any other folder or the top level as parent', () => {
    expect(placeFolder(harbour, { parentId: 'berths', name: 'Berth 14' })).toBeUndefined();
    expect(placeFolder(harbour, { id: 'north', parentId: 'staff', name: 'North pier' })).toBeUndefined();
    expect(placeFolder(harbour, { id: 'north', parentId: null, name: 'North pier' })).toBeUndefined();
    expect(placeFolder(harbour, { id: 'north', parentId: 'leases', name: 'NORTH PIER' })).toBeUndefined();
  });

  test.for([
    ['itself', { id: 'leases', parentId: 'leases', name: 'Leases' }, 'folder-in-itself'],
    ['one of its descendants', { id: 'leases', parentId: 'berths', name: 'Leases' }, 'folder-in-itself'],
    ['a missing folder', { parentId: 'nowhere', name: 'Leases' }, 'not-found'],
    ['a folder where the name is taken', { parentId: null, name: 'LEASES' }, 'folder-exists'],
    [
      'a folder where a sibling has its name',
      { id: 'staff', parentId: null, name: 'Leases' },
      'folder-exists',
    ],
  ] as const)("a folder's parent cannot be %s", ([, wanted, code]) => {
    expect(placeFolder(harbour, wanted)).toMatchObject({ refused: code });
  });

  test('moving a folder cannot put it or its subfolders below the maximum depth', () => {
    const chain: FolderPlace[] = Array.from({ length: MAX_FOLDER_DEPTH }, (_, at) => {
      return { id: `f${at}`, parentId: at === 0 ? null : `f${at - 1}`, name: `F${at}` };
    });
    const folders = [...chain, { id: 'tall', parentId: null, name: 'Tall' }];
    folders.push({ id: 'small', parentId: 'tall', name: 'Small' });
    const into = (parentId: string) => placeFolder(folders, { id: 'tall', parentId, name: 'Tall' });
    expect(into(`f${MAX_FOLDER_DEPTH - 3}`)).toBeUndefined();
    expect(into(`f${MAX_FOLDER_DEPTH - 2}`)).toMatchObject({ refused: 'folder-too-deep' });
  });
});

test('a path starts at the top level, and a subtree includes all descendants', () => {
  expect(folderPath(harbour, 'berths').map(({ name }) => name)).toEqual(['Leases', 'North pier', 'Berths']);
  expect(folderPath(harbour, null)).toEqual([]);
  expect(folderPath(harbour, 'nowhere')).toEqual([]);
  expect(folderAndBelow(harbour, 'leases')).toEqual(['leases', 'north', 'berths']);
  expect(folderAndBelow(harbour, 'staff')).toEqual(['staff']);
});

test('an account can create the maximum number of folders', () => {
  expect(refuseTooManyFolders(MAX_FOLDERS - 1)).toBeUndefined();
  expect(refuseTooManyFolders(MAX_FOLDERS)).toMatchObject({ refused: 'too-many-folders' });
});
