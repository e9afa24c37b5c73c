import { readdirSync } from 'node:fs';
import { inRoot } from '../set-up/root.mjs';

/** The folder in which the test runners write their reports for the final count. */
export const reportFolder = inRoot('.cache/test-reports');
export const unitReport = inRoot('.cache/test-reports/unit.json');
/** Reports of the parts of a run (testing/waiting-files.ts), and of their failures. */
export const partReport = (part) => inRoot(`.cache/test-reports/unit-${part}.json`);
export const brokenReport = (part) => inRoot(`.cache/test-reports/broken-${part}.json`);
export const browserReport = inRoot('.cache/test-reports/browser.json');

const bin = (name) => inRoot('node_modules/.bin', name);

const types = { name: 'types', command: process.execPath, args: [inRoot('scripts/typecheck.mjs')] };

/** The linter knows the types of every file, so it reports type errors in the same run. */
const typesAndLint = {
  name: 'types and lint',
  command: bin('oxlint'),
  args: ['--deny-warnings', '--type-check', '--threads=1', '.'],
  // One thread resolves no type twice, and garbage is collected when 3 GiB are used, not at each doubling.
  env: { GOMAXPROCS: '1', GOGC: 'off', GOMEMLIMIT: '3GiB' },
};

const format = (files) => ({
  name: 'format',
  command: bin('oxfmt'),
  args: ['--check', '--no-error-on-unmatched-pattern', ...files],
});

/** A step is a program whose exit code reports success. The long run also runs the compiler itself. */
export const staticSteps = ({ long = false } = {}) => [
  ...(long ? [types] : []),
  typesAndLint,
  format(['.']),
  { name: 'boundaries', command: process.execPath, args: [inRoot('scripts/check-boundaries.ts')] },
];

/**
 * @param {string[]} files the changed files: types of all files are checked, lint and format of these only
 */
export const stepsOfChanged = (files) => [
  types,
  {
    name: 'lint',
    command: bin('oxlint'),
    args: ['--deny-warnings', '--no-error-on-unmatched-pattern', ...files.filter(isSource)],
  },
  format(files),
];

const isSource = (name) => /\.(ts|tsx|js|mjs|cjs)$/.test(name);

const vitest = ({ name, part, report, args }) => ({
  name,
  command: bin('vitest'),
  args: [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    `--reporter=${inRoot('scripts/checks/what-broke.mjs')}`,
    ...args,
  ],
  env: { BROKEN_REPORT: brokenReport(part), ...(part === 'all' ? {} : { TEST_PART: part }) },
});

/** @param {string[]} files only the test files that have one of these in their path, or all */
export const unitStep = (files = []) =>
  vitest({ name: 'unit and database tests', part: 'all', report: unitReport, args: files });

/** The unit tests in two parts, which run concurrently */
export const unitParts = [
  { part: 'working', name: 'unit and database tests', args: [] },
  { part: 'waiting', name: 'tests that mostly wait', args: ['--maxWorkers=1'] },
].map((one) => ({ ...one, step: vitest({ ...one, report: partReport(one.part) }) }));

export const browserStep = {
  name: 'end-to-end tests in a browser',
  command: bin('playwright'),
  args: ['test', '-c', 'e2e/playwright.config.ts', '--reporter=list,json'],
  env: { PLAYWRIGHT_JSON_OUTPUT_NAME: browserReport, PLAYWRIGHT_JSON_OUTPUT_FILE: browserReport },
};

export const hasBrowserTests = () => readdirSync(inRoot('e2e')).some((name) => name.endsWith('.spec.ts'));
