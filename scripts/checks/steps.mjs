import { readdirSync } from 'node:fs';
import { inRoot } from '../set-up/root.mjs';

/** Where the test runners leave their reports for the count at the end. */
export const reportFolder = inRoot('.cache/test-reports');
export const unitReport = inRoot('.cache/test-reports/unit.json');
export const firstUnitReport = inRoot('.cache/test-reports/unit-first.json');
export const brokenReport = inRoot('.cache/test-reports/broken.json');
export const browserReport = inRoot('.cache/test-reports/browser.json');

const bin = (name) => inRoot('node_modules/.bin', name);

/**
 * A step is a program that says by its exit code whether the project is in order.
 *
 * @param {string[]} files only these where a step can look at single files, or all
 */
export const staticSteps = (files = ['.']) => [
  { name: 'types', command: process.execPath, args: [inRoot('scripts/typecheck.mjs')] },
  {
    name: 'lint',
    command: bin('oxlint'),
    args: ['--deny-warnings', '--no-error-on-unmatched-pattern', ...files.filter(isSource)],
  },
  {
    name: 'format',
    command: bin('prettier'),
    args: ['--check', '--log-level', 'warn', '--ignore-unknown', ...files],
  },
  { name: 'boundaries', command: process.execPath, args: [inRoot('scripts/check-boundaries.ts')] },
];

const isSource = (name) => name === '.' || /\.(ts|tsx|js|mjs|cjs)$/.test(name);

/** @param {string[]} files only the test files that have one of these in their path, or all */
export const unitStep = (files = []) => ({
  name: 'unit and database tests',
  command: bin('vitest'),
  args: [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${unitReport}`,
    `--reporter=${inRoot('scripts/checks/what-broke.mjs')}`,
    ...files,
  ],
  env: { BROKEN_REPORT: brokenReport },
});

export const browserStep = {
  name: 'end-to-end tests in a browser',
  command: bin('playwright'),
  args: ['test', '-c', 'e2e/playwright.config.ts', '--reporter=list,json'],
  env: { PLAYWRIGHT_JSON_OUTPUT_NAME: browserReport, PLAYWRIGHT_JSON_OUTPUT_FILE: browserReport },
};

export const hasBrowserTests = () => readdirSync(inRoot('e2e')).some((name) => name.endsWith('.spec.ts'));
