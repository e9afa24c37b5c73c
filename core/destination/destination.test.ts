import { describe, expect, test } from 'vitest';
import { filePath, isPattern } from './file-path.ts';
import { isInWindow, MAX_FAILING_MS, waitAfterFailure } from './schedule.ts';

const lease = { id: '0199d0c5-7b1e-7c33-8a5d-3f2a9c1b4e77', title: 'Lease', completedOn: '2026-11-27' };

describe('delivery file paths', () => {
  test('a path contains the parts of its pattern', () => {
    expect(filePath('{year}/{month}/{date} {title} {id}', lease)).toBe(
      '2026/11/2026-11-27 Lease 3f2a9c1b4e77.pdf',
    );
  });

  test('a path always contains the id, so that two documents never have the same path', () => {
    expect(filePath('{title}', lease)).toBe('Lease 3f2a9c1b4e77.pdf');
    expect(filePath('{title} {id}', { ...lease, title: 'x'.repeat(500) })).toMatch(
      /^x{100} 3f2a9c1b4e77\.pdf$/,
    );
  });

  test.each([
    ['../../etc/passwd', 'etc passwd 3f2a9c1b4e77.pdf'],
    ['..', 'document 3f2a9c1b4e77.pdf'],
    ['CON', 'CON_ 3f2a9c1b4e77.pdf'],
    ['a/b\\c:d*e?"f<g>|h', 'a b c d e f g h 3f2a9c1b4e77.pdf'],
    ['Anna\u202Efdp.exe\u0000\n', 'Anna fdp.exe 3f2a9c1b4e77.pdf'],
    ['Ä'.normalize('NFD'), 'Ä 3f2a9c1b4e77.pdf'],
  ])('a path cannot be manipulated through the title %j', (title, path) => {
    expect(filePath('{title}', { ...lease, title })).toBe(path);
    expect(filePath('{title}/{id}', { ...lease, title }).split('/')).toHaveLength(2);
  });

  test('no part of the path exceeds 255 bytes in any script', () => {
    for (const letter of ['x', 'ü', '契', '😀']) {
      const path = filePath('{title}/{date} {title} {id}', { ...lease, title: letter.repeat(200) });
      for (const name of path.split('/')) expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200);
      expect(path).toContain('3f2a9c1b4e77');
      expect(path).not.toContain('\uFFFD');
    }
  });

  test('separately sealed files are in a folder of their document and cannot leave it', () => {
    const path = (part: { number: number; title: string } | null) =>
      filePath('{year}/{title}', { ...lease, part });
    expect(path({ number: 2, title: 'Salary' })).toBe('2026/Lease 3f2a9c1b4e77/2 Salary.pdf');
    expect(path({ number: 10, title: '../../Salary' })).toBe('2026/Lease 3f2a9c1b4e77/10 Salary.pdf');
    expect(path(null)).toBe('2026/Lease 3f2a9c1b4e77/certificate.pdf');
  });

  test.each([
    '',
    '/a',
    'a//b',
    '..',
    'a/../b',
    '{owner}',
    'a{',
    'a:b',
    'a\\b',
    'a\u202Eb',
    'a/b/c/d/e/f/g/h/i/j',
    '{title}{title}',
    'x'.repeat(61),
  ])('the pattern %j is refused', (pattern) => {
    expect(isPattern(pattern)).toBe(false);
  });
});

describe('delivery hours', () => {
  const window = { from: 22 * 60, to: 6 * 60, zone: 'Europe/Berlin' };
  test.each([
    ['2026-11-27T20:59:00Z', false],
    ['2026-11-27T21:00:00Z', true],
    ['2026-11-28T04:59:00Z', true],
    ['2026-11-28T05:00:00Z', false],
    // Berlin is at UTC+2 in summer.
    ['2026-07-27T20:00:00Z', true],
    ['2026-07-28T04:00:00Z', false],
  ])('delivery hours can span midnight in their time zone: %s is %s', (at, open) => {
    expect(isInWindow(window, Date.parse(at))).toBe(open);
  });

  test('equal start and end times mean the whole day', () => {
    expect(isInWindow({ ...window, to: window.from }, Date.parse('2026-11-27T12:00:00Z'))).toBe(true);
  });
});

test('a failing destination is retried for four weeks, about twice a day', () => {
  let [at, failures] = [0, 0];
  while (at < MAX_FAILING_MS) at += waitAfterFailure(++failures, 0.5);
  expect(failures).toBeGreaterThan(50);
  expect(failures).toBeLessThan(70);
  expect(waitAfterFailure(1, 0)).toBe(60_000);
});
