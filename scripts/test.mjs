// `npm test` and CI run every check of the project, and then print one line with the number of tests. `npm
// run check` is the same without the browser, and with `-- --changed` only for the changed files. `npm run
// test:long` includes everything. The browser tests run next to the unit and database tests, because each of
// them spends half of its time waiting for a page, a database or a converter.
import { mkdirSync, rmSync } from 'node:fs';
import { relative } from 'node:path';
import { checkChanged } from './checks/check-changed.mjs';
import { countTests } from './checks/count-tests.mjs';
import { describeGround } from './checks/describe-ground.mjs';
import { useMemoryForTemporaryFiles } from './checks/memory-folder.mjs';
import { runStep } from './checks/run-step.mjs';
import { browserStep, hasBrowserTests, reportFolder, staticSteps } from './checks/steps.mjs';
import { watchProcessors } from './checks/processor-time.mjs';
import { runUnitTests } from './checks/unit-tests.mjs';
import { root } from './set-up/root.mjs';

const [purpose, ...options] = process.argv.slice(2);
// The tests read this themselves (testing/long-run.ts).
if (purpose === 'long') process.env.TEST_RUN = 'long';
if (purpose === 'check' && options.includes('--changed')) process.exit(await checkChanged());
const withBrowser = purpose !== 'check' && hasBrowserTests();
useMemoryForTemporaryFiles();
const started = performance.now();
const processors = watchProcessors();
rmSync(reportFolder, { recursive: true, force: true });
mkdirSync(reportFolder, { recursive: true });

const results = [];
const lane = async (steps) => {
  for (const step of steps) results.push(await runStep(step));
};
const beside = [...staticSteps({ long: purpose === 'long' }), ...(withBrowser ? [browserStep] : [])];
const [unit] = await Promise.all([runUnitTests(), lane(beside)]);
results.push(...unit.steps);

console.log('\nSummary');
for (const { name, code, seconds } of results) {
  console.log(`  ${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds.toFixed(1)} s)`);
}
console.log(`  in all ${((performance.now() - started) / 60_000).toFixed(1)} min${processors.summary()}`);
for (const line of describeGround({ withBrowser })) console.log(`  ${line}`);

for (const { file = '', what, why } of unit.broken) {
  console.log(`  broke: ${relative(root, file)} › ${what}: ${why.split('\n')[0]}`);
}

const { passed, failed, skipped, retried } = countTests({ withBrowser });
console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`);
if (retried > 0) console.log(`${retried} of them passed only on the second attempt and need a fix.`);
if (unit.repaired > 0)
  console.log(`${unit.repaired} files passed only on the second attempt and need a fix.`);
if (passed === 0) console.log('No test ran, which counts as a failure.');
process.exit(results.every(({ code }) => code === 0) && failed === 0 && passed > 0 ? 0 : 1);
