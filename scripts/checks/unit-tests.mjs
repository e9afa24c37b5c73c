import { renameSync, writeFileSync } from 'node:fs';
import { readReport } from './count-tests.mjs';
import { mergeReports } from './merge-reports.mjs';
import { runStep } from './run-step.mjs';
import { brokenReport, firstUnitReport, unitReport, unitStep } from './steps.mjs';

/**
 * Runs the unit and database tests. In CI, whose load nobody knows, a file in which something broke gets a
 * second try in a process of its own, as the browser's tests do; what broke is said in the summary either way.
 *
 * Resolves to the step as it counts, what broke at first, and how many files the second try has repaired.
 */
export async function runUnitTests() {
  const first = await runStep(unitStep());
  const broken = readReport(brokenReport) ?? [];
  const files = [...new Set(broken.flatMap(({ file }) => file ?? []))];
  // A failure that lies in no file cannot be tried again.
  if (first.code === 0 || !process.env.CI || files.length === 0) return { step: first, broken, repaired: 0 };

  renameSync(unitReport, firstUnitReport);
  const second = await runStep({ ...unitStep(files), name: 'what broke in them, tried again' });
  const reports = [readReport(firstUnitReport), readReport(unitReport)];
  writeFileSync(unitReport, JSON.stringify(mergeReports(...reports)));
  return {
    step: { name: first.name, code: second.code, seconds: first.seconds + second.seconds },
    broken,
    repaired: second.code === 0 ? files.length : 0,
  };
}
