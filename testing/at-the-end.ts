import { onTestFinished } from 'vitest';

type Work = () => unknown;

const outsideOfTests: Work[] = [];

/**
 * Registers a cleanup for the end of the running test or, outside of a test, of its suite or file. Cleanups
 * run in reverse order, so that a product closes before its database, and the database before its folder is
 * removed.
 */
export function onTeardown(work: Work): void {
  try {
    onTestFinished(async () => void (await work()));
  } catch {
    outsideOfTests.push(work);
  }
}

/** Returns how many cleanups were registered outside of tests so far, for `endSince`. */
export function registeredSoFar(): number {
  return outsideOfTests.length;
}

/** Runs the cleanups that were registered outside of tests after the first `count`. */
export async function endSince(count: number): Promise<void> {
  while (outsideOfTests.length > count) await outsideOfTests.pop()!();
}
