import { readFileSync } from 'node:fs';
import { browserReport, unitReport } from './steps.mjs';

/**
 * Returns how many tests passed, failed and were skipped, and how many browser tests passed only on the
 * second attempt, from the runners' reports.
 */
export function countTests({ withBrowser }) {
  const counts = [countUnit(readReport(unitReport))];
  if (withBrowser) counts.push(countBrowser(readReport(browserReport)));
  const sum = (key) => counts.reduce((total, count) => total + count[key], 0);
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped'), retried: sum('retried') };
}

/** A missing or incomplete report counts as zero tests. Its step has failed and says why. */
export function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** A test that did not finish counts as failed, for example because its process died. */
function countUnit(report) {
  const states = (report?.testResults ?? []).flatMap((file) =>
    file.assertionResults.map(({ status }) => status),
  );
  const count = (...wanted) => states.filter((status) => wanted.includes(status)).length;
  return {
    passed: count('passed'),
    failed: count('failed', 'pending'),
    skipped: count('skipped', 'todo'),
    retried: 0,
  };
}

function countBrowser(report) {
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = report?.stats ?? {};
  return { passed: expected + flaky, failed: unexpected, skipped, retried: flaky };
}
