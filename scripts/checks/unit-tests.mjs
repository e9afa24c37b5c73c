import { writeFileSync } from 'node:fs';
import { readReport } from './count-tests.mjs';
import { mergeReports } from './merge-reports.mjs';
import { runStep } from './run-step.mjs';
import { brokenReport, partReport, unitParts, unitReport, unitStep } from './steps.mjs';

/**
 * Runs the unit and database tests. Those that mostly wait run concurrently with the others. CI machines have
 * an unknown load, so there a failing file is retried in a separate process, like browser tests. The summary
 * reports the failure either way. Resolves to the steps with their final results, the first failures, and the
 * number of files that passed on the retry.
 */
export async function runUnitTests() {
  const steps = await Promise.all(unitParts.map(({ step }) => runStep(step)));
  const report = unitParts.map(({ part }) => readReport(partReport(part))).reduce(mergeReports);
  writeFileSync(unitReport, JSON.stringify(report));
  const broken = unitParts.flatMap(({ part }) => readReport(brokenReport(part)) ?? []);
  const files = [...new Set(broken.flatMap(({ file }) => file ?? []))];
  const failed = steps.some(({ code }) => code !== 0);
  // Failures without a file, and parts that reported no failures, cannot be retried.
  const unexplained = steps.some(
    ({ code }, at) => code !== 0 && brokenFiles(unitParts[at].part).length === 0,
  );
  if (!failed || !process.env.CI || files.length === 0 || unexplained) return { steps, broken, repaired: 0 };

  const second = await runStep({ ...unitStep(files), name: 'failed files, retried' });
  writeFileSync(unitReport, JSON.stringify(mergeReports(report, readReport(unitReport))));
  return {
    steps: [...steps.map((step) => ({ ...step, code: step.code && second.code })), second],
    broken,
    repaired: second.code === 0 ? files.length : 0,
  };
}

const brokenFiles = (part) => (readReport(brokenReport(part)) ?? []).flatMap(({ file }) => file ?? []);
