import { onTestFinished } from 'vitest';

type Work = () => unknown;

const outsideOfTests: Work[] = [];

/**
 * Registers what is to be done at the end of the test that is running; outside of one, of its suite or file. What was
 * registered last is done first, so that a product closes before its database, and that before its folder goes.
 */
export function atTheEnd(work: Work): void {
  try {
    onTestFinished(async () => void (await work()));
  } catch {
    outsideOfTests.push(work);
  }
}

/** How much was registered outside of tests until now, for `endSince`. */
export function registeredSoFar(): number {
  return outsideOfTests.length;
}

/** Does all that was registered outside of tests since there was so much of it. */
export async function endSince(count: number): Promise<void> {
  while (outsideOfTests.length > count) await outsideOfTests.pop()!();
}
