/**
 * True in `npm run test:long`, which tests all cases. `npm test` tests representative cases (docs/tests.md).
 */
export const longRun = process.env['TEST_RUN'] === 'long';

/** Returns all cases in the long run, and otherwise every nth case, starting with the first. */
export function casesOfRun<Case>(cases: readonly Case[], every: number): Case[] {
  return cases.filter((_, at) => longRun || at % every === 0);
}
