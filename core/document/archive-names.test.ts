import { expect, test } from 'vitest';
import { archiveNames } from './archive-names.ts';

const names = (...titles: string[]) => archiveNames(titles.map((title) => ({ title, suffix: '' })));

test('titles become file names that every system accepts and that cannot escape a path', () => {
  expect(names('Lease: pier 4/5', '../../etc/passwd', 'CON', '...', 'a\u202Efdp.exe ')).toEqual([
    'Lease pier 4 5.pdf',
    'etc passwd.pdf',
    'CON_.pdf',
    'document.pdf',
    'a fdp.exe.pdf',
  ]);
  expect(names('x'.repeat(200))[0]).toHaveLength(104);
});

test('duplicate titles get different file names, also on case-insensitive systems', () => {
  expect(names('Lease', 'LEASE', 'Lease (2)', 'Lease')).toEqual([
    'Lease.pdf',
    'LEASE (2).pdf',
    'Lease (2) (2).pdf',
    'Lease (3).pdf',
  ]);
});

test('the file name of a sealed file says that it is sealed', () => {
  expect(archiveNames([{ title: 'Lease', suffix: ' (sealed)' }])).toEqual(['Lease (sealed).pdf']);
});
