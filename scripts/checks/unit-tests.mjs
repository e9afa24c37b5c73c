import { writeFileSync } from 'node:fs';
import { readReport } from './count-tests.mjs';
import { mergeReports } from './merge-reports.mjs';
import { runStep } from './run-step.mjs';
import { brokenReport, partReport, unitParts, unitReport, unitStep } from './steps.mjs';

/**
 * Runs the unit and database tests, those that mostly wait beside the others. In CI, whose load nobody knows, a file in
 * which something broke gets a second try in a process of its own, as the browser's tests do; what broke is said in the
 * summary either way.
 *
 * Resolves to the steps as they count, what broke at first, and how many files the second try has repaired.
 */
export async function runUnitTests() {
  const steps = await Promise.all(unitParts.map(({ step }) => runStep(step)));
  const report = unitParts.map(({ part }) => readReport(partReport(part))).reduce(mergeReports);
  writeFileSync(unitReport, JSON.stringify(report));
  const broken = unitParts.flatMap(({ part }) => readReport(brokenReport(part)) ?? []);
  const files = [...new Set(broken.flatMap(({ file }) => file ?? []))];
  const failed = steps.some(({ code }) => code !== 0);
  // A failure that lies in no file cannot be tried again, and neither can a part that has left no word of what broke.
  const unexplained = steps.some(
    ({ code }, at) => code !== 0 && brokenFiles(unitParts[at].part).length === 0,
  );
  if (!failed || !process.env.CI || files.length === 0 || unexplained) return { steps, broken, repaired: 0 };

  const second = await runStep({ ...unitStep(files), name: 'what broke in them, tried again' });
  writeFileSync(unitReport, JSON.stringify(mergeReports(report, readReport(unitReport))));
  return {
    steps: [...steps.map((step) => ({ ...step, code: step.code && second.code })), second],
    broken,
    repaired: second.code === 0 ? files.length : 0,
  };
}

const brokenFiles = (part) => (readReport(brokenReport(part)) ?? []).flatMap(({ file }) => file ?? []);
