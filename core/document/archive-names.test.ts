import { describe, expect, test } from 'vitest';
import { archiveNames } from './archive-names.ts';

const names = (...titles: string[]) => archiveNames(titles.map((title) => ({ title, suffix: '' })));

test('titles become file names that are valid on every system and cannot escape the folder', () => {
  expect(names('Lease: pier 4/5', '../../etc/passwd', 'CON', '...', 'a\u202Efdp.exe ')).toEqual([
    'Lease pier 4 5.pdf',
    'etc passwd.pdf',
    'CON_.pdf',
    'document.pdf',
    'a fdp.exe.pdf',
  ]);
  expect(names('x'.repeat(200))[0]).toHaveLength(104);
});

test('duplicate titles get different file names, even on case-insensitive systems', () => {
  expect(names('Lease', 'LEASE', 'Lease (2)', 'Lease')).toEqual([
    'Lease.pdf',
    'LEASE (2).pdf',
    'Lease (2) (2).pdf',
    'Lease (3).pdf',
  ]);
});

test('the name of a sealed file indicates that it is sealed', () => {
  expect(archiveNames([{ title: 'Lease', suffix: ' (sealed)' }])).toEqual(['Lease (sealed).pdf']);
});

describe('file names of at most 255 bytes', () => {
  const bytes = (name: string): number => new TextEncoder().encode(name).length;

  test.each([
    ['CJK', '契約書'.repeat(60)],
    ['emoji', '👩‍👩‍👧‍👦'.repeat(40)],
    ['umlauts', 'ü'.repeat(100)],
    ['combining marks', 'e\u0301\u0323'.repeat(100)],
    ['flags', '🇩🇪'.repeat(100)],
  ])('names of %s are shortened between characters and remain different', (_, title) => {
    const documents = Array.from({ length: 12 }, () => ({ title, suffix: ' (sealed)' }));
    const fileNames = archiveNames(documents);
    expect(new Set(fileNames).size).toBe(12);
    for (const name of fileNames) {
      expect(bytes(name)).toBeLessThanOrEqual(255);
      expect(name.isWellFormed()).toBe(true);
      expect(name).toMatch(/ \(sealed\)\.pdf$/);
    }
    const [first] = fileNames;
    const stem = first!.slice(0, -' (sealed).pdf'.length);
    const whole = title.normalize('NFC').replaceAll(/\p{Cf}+/gu, ' ');
    expect(whole.startsWith(stem)).toBe(true);
  });
});
