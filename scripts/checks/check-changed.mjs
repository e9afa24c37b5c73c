import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { inRoot, root } from '../set-up/root.mjs';
import { readReport } from './count-tests.mjs';
import { runStep } from './run-step.mjs';
import { reportFolder, stepsOfChanged, unitReport, unitStep } from './steps.mjs';
import { testsNear } from './tests-near.mjs';

/**
 * `npm run check -- --changed` checks the types of everything, the lint and format of files that differ from
 * the last commit, and the tests near those files. It is a quick check while editing. Only `npm run check`
 * and `npm test` are complete. Resolves to an exit code.
 */
export async function checkChanged() {
  const changed = changedFiles();
  if (changed.length === 0) {
    console.log('Nothing differs from the last commit.');
    return 0;
  }
  const tests = testsNear(changed, git('ls-files', '--cached', '--others', '--exclude-standard'));
  rmSync(reportFolder, { recursive: true, force: true });
  mkdirSync(reportFolder, { recursive: true });
  const lane = async (steps) => {
    const done = [];
    for (const step of steps) done.push(await runStep(step));
    return done;
  };
  const lanes = [lane(stepsOfChanged(changed)), ...(tests.length > 0 ? [lane([unitStep(tests)])] : [])];
  const steps = (await Promise.all(lanes)).flat();
  for (const { name, code, seconds } of steps)
    console.log(`  ${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds.toFixed(1)} s)`);
  const ran = readReport(unitReport)?.numPassedTests ?? 0;
  console.log(`\n${changed.length} files changed, ${ran} tests near them passed (${tests.length} files)`);
  return steps.every(({ code }) => code === 0) ? 0 : 1;
}

/** Returns existing files that differ from the last commit, including new files. */
function changedFiles() {
  const names = [...git('diff', '--name-only', 'HEAD'), ...git('ls-files', '--others', '--exclude-standard')];
  return [...new Set(names)].filter((name) => existsSync(inRoot(name)));
}

function git(...args) {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
}
