/** True in `npm run test:long`, which tries everything; `npm test` tries what stands for it (docs/tests.md). */
export const longRun = process.env['TEST_RUN'] === 'long';
