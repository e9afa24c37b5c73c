import { describe, expect, test } from 'vitest';
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

describe('names of at most 255 bytes', () => {
  const bytes = (name: string): number => new TextEncoder().encode(name).length;

  test.each([
    ['CJK', '契約書'.repeat(60)],
    ['emoji', '👩‍👩‍👧‍👦'.repeat(40)],
    ['umlauts', 'ü'.repeat(100)],
    ['combining marks', 'e\u0301\u0323'.repeat(100)],
    ['flags', '🇩🇪'.repeat(100)],
  ])('of %s are cut between characters and stay different', (_, title) => {
    const documents = Array.from({ length: 12 }, () => ({ title, suffix: ' (sealed)' }));
    const made = archiveNames(documents);
    expect(new Set(made).size).toBe(12);
    for (const name of made) {
      expect(bytes(name)).toBeLessThanOrEqual(255);
      expect(name.isWellFormed()).toBe(true);
      expect(name).toMatch(/ \(sealed\)\.pdf$/);
    }
    const [first] = made;
    const stem = first!.slice(0, -' (sealed).pdf'.length);
    const whole = title.normalize('NFC').replaceAll(/\p{Cf}+/gu, ' ');
    expect(whole.startsWith(stem)).toBe(true);
  });
});
