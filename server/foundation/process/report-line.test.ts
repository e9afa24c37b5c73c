import { expect, test } from 'vitest';
import { reportLine } from './report-line.ts';

const written = (isTTY: boolean): string => {
  const lines: string[] = [];
  reportLine('jobs: a "quoted"\nproblem', { isTTY, write: (line) => lines.push(line) });
  return lines.join('');
};

test('a problem is a sentence on a terminal, and otherwise a JSON object on one line', () => {
  const line = written(false);
  expect(line.trimEnd()).not.toContain('\n');
  expect(JSON.parse(line)).toMatchObject({ level: 40, msg: 'jobs: a "quoted"\nproblem', pid: process.pid });
  expect(written(true)).toBe('jobs: a "quoted"\nproblem\n');
});
