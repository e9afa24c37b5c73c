/**
 * True in `npm run test:long`, which tests everything; `npm test` tests representative cases (docs/tests.md).
 */
export const longRun = process.env['TEST_RUN'] === 'long';
