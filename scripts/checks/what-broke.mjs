import { writeFileSync } from 'node:fs';

/**
 * A reporter for the unit tests. The count of failed tests misses a process that died, a failed hook and an
 * uncaught error, so this writes all failures as JSON, by file.
 */
export default class BrokenTests {
  onTestRunEnd(modules, errors) {
    const broken = [...modules.flatMap(brokenIn), ...errors.map(uncaught)];
    writeFileSync(process.env.BROKEN_REPORT, JSON.stringify(broken));
  }
}

/** Returns one line for each test, hook or process of the file that failed. */
function brokenIn(module) {
  const file = module.moduleId;
  const tests = [...module.children.allTests()];
  const open = tests.filter((test) => test.result().state === 'pending');
  const suites = [module, ...module.children.allSuites()];
  return [
    ...suites.flatMap((suite) =>
      suite.errors().map((error) => ({ file, what: suite.fullName ?? 'the file', why: error.message })),
    ),
    ...tests
      .filter((test) => test.result().state === 'failed')
      .map((test) => ({ file, what: test.fullName, why: test.result().errors[0]?.message ?? '' })),
    ...(open.length > 0
      ? [{ file, what: 'the file', why: `${open.length} tests did not finish: did the process die?` }]
      : []),
  ];
}

function uncaught(error) {
  const why = error.cause === undefined ? error.message : `${error.message} ${error.cause.message}`;
  return { file: error.VITEST_TEST_PATH, what: error.VITEST_TEST_NAME ?? 'outside a test', why };
}
