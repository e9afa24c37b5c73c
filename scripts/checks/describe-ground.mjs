import { readReport } from './count-tests.mjs';
import { browserReport, unitReport } from './steps.mjs';

/** Returns lines that describe the environment in which the tests ran, from their reports. */
export function describeGround({ withBrowser }) {
  const lines = [`Node ${process.versions.node}`, `databases: ${databases().join(', ') || 'none'}`];
  if (withBrowser) lines.push(`browser: ${browser()}`);
  return lines;
}

function databases() {
  const files = readReport(unitReport)?.testResults ?? [];
  const passed = files.flatMap((file) => file.assertionResults).filter(({ status }) => status === 'passed');
  const ranOn = (pattern) => passed.filter(({ fullName }) => pattern.test(fullName)).length;
  return [
    ['embedded', ranOn(/\bembedded\b/i)],
    ['PostgreSQL', ranOn(/\bpostgres(ql)?\b/i)],
  ].flatMap(([name, tests]) => (tests > 0 ? [`${name} (${tests} tests)`] : []));
}

function browser() {
  const stats = readReport(browserReport)?.stats;
  if (stats === undefined || stats.expected + stats.unexpected + stats.flaky === 0) return 'none ran';
  // The fixture that starts the server prints this (e2e/support/fixtures.ts).
  return (
    /Chromium \d[\d.]*/.exec(JSON.stringify(readReport(browserReport)))?.[0] ??
    'the one that Playwright found'
  );
}
