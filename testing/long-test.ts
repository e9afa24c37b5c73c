import { test } from 'vitest';
import { longRun } from './long-run.ts';

const none = (): void => undefined;

/**
 * Defines a test that runs only in `npm run test:long`, because it is slow and faster tests in `npm test`
 * cover most of it.
 */
export const longTest = longRun
  ? test
  : (Object.assign(none, { each: () => none }) as unknown as typeof test);
