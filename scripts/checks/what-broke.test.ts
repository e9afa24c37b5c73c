import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { longTest } from '#testing/long-test.ts';
import { mergeReports } from './merge-reports.mjs';

const root = join(import.meta.dirname, '../..');
const run = promisify(execFile);

interface Broken {
  file?: string;
  what: string;
  why: string;
}

/** Runs the text as a test file with the project's reporter. */
async function play(tests: string): Promise<{ file: string; broken: Broken[] }> {
  // The file is inside the project, so that it finds its packages.
  await mkdir(join(root, '.cache'), { recursive: true });
  const folder = await mkdtemp(join(root, '.cache/what-broke-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'played.test.ts');
  await writeFile(file, `import { beforeAll, describe, test } from 'vitest';\n${tests}`);
  await writeFile(join(folder, 'vitest.config.ts'), 'export default {};');
  const report = join(folder, 'broken.json');
  const reporter = join(root, 'scripts/checks/what-broke.mjs');
  await run(join(root, 'node_modules/.bin/vitest'), ['run', '--root', folder, `--reporter=${reporter}`], {
    env: { ...process.env, BROKEN_REPORT: report },
  }).catch(() => undefined);
  return { file, broken: JSON.parse(await readFile(report, 'utf8')) as Broken[] };
}

longTest('names a file whose process died, and the signal that ended it', async () => {
  const { file, broken } = await play(`
    test('continues', () => {});
    test('dies', () => { process.kill(process.pid, 'SIGKILL'); });
    test('never starts', () => {});
  `);
  expect(broken).toContainEqual({
    file,
    what: 'the file',
    why: expect.stringMatching(/^[23] tests did not finish/),
  });
  expect(broken.find((one) => one.file === undefined)?.why).toMatch(/SIGKILL.*played\.test\.ts/);
});

test('names a failed hook, a failed test and an uncaught error with their file', async () => {
  const { file, broken } = await play(`
    describe('a suite', () => {
      beforeAll(() => { throw new Error('no ground'); });
      test('passes', () => {});
    });
    test('fails', () => { throw new Error('too heavy'); });
    test('continues', async () => {
      setTimeout(() => { throw new Error('too late'); }, 1);
      await new Promise((resolve) => setTimeout(resolve, 20));
    });
  `);
  expect(broken).toEqual([
    { file, what: 'a suite', why: 'no ground' },
    { file, what: 'fails', why: 'too heavy' },
    { file, what: 'continues', why: 'too late' },
  ]);
});

longTest('reports no failures for a run without failures', async () => {
  expect((await play(`test('passes', () => {});`)).broken).toEqual([]);
});

test('a file that ran a second time counts by its second result', () => {
  const of = (name: string, status: string) => ({ name, assertionResults: [{ status }] });
  const merged = mergeReports(
    { testResults: [of('a', 'passed'), of('b', 'pending')] },
    { testResults: [of('b', 'passed')] },
  );
  expect(merged.testResults).toEqual([of('a', 'passed'), of('b', 'passed')]);
});
