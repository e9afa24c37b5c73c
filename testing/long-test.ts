import { test } from 'vitest';
import { longRun } from './long-run.ts';

const none = (): void => undefined;

/** A test of the long run only: it is slow, and faster tests of `npm test` cover most of what it covers. */
export const longTest = longRun
  ? test
  : (Object.assign(none, { each: () => none }) as unknown as typeof test);
