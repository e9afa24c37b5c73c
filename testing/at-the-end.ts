import { onTestFinished } from 'vitest';

type Work = () => unknown;

const outsideOfTests: Work[] = [];

/**
 * Registers cleanup for the end of the running test; outside of a test, of its suite or file. Runs in reverse
 * order, so that a product closes before its database, and the database before its folder is removed.
 */
export function onTeardown(work: Work): void {
  try {
    onTestFinished(async () => void (await work()));
  } catch {
    outsideOfTests.push(work);
  }
}

/** Returns the number of cleanups registered outside of tests so far, for `endSince`. */
export function registeredSoFar(): number {
  return outsideOfTests.length;
}

/** Runs the cleanups registered outside of tests since that count. */
export async function endSince(count: number): Promise<void> {
  while (outsideOfTests.length > count) await outsideOfTests.pop()!();
}
