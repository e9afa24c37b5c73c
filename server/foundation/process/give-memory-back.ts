/** The process counts as idle while the event loop's utilization is below this share. */
const idleShare = 0.05;
/** Milliseconds between two checks, and the number of consecutive idle checks required. */
const every = 10_000;
const idleChecks = 3;
/**
 * Minimum number of unused bytes worth releasing. A server that has done little uses about 130 MB, including
 * its program.
 */
const minReleasedBytes = 200 * 1024 * 1024;

/**
 * After load, V8 keeps heap pages that it no longer needs. An idle process allocates nothing, so no garbage
 * collection runs and several hundred MB stay allocated for hours (F-26). This runs one full garbage
 * collection half a minute after the work has ended, which returns the memory to the system. Without
 * --expose-gc, which all our start commands set, it does nothing.
 */
export function releaseMemory(): void {
  if (!globalThis.gc) return;
  const hasGoneQuiet = watchForQuiet();
  let before = performance.eventLoopUtilization();
  setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    const { rss, heapUsed, external } = process.memoryUsage();
    if (hasGoneQuiet(utilization) && rss - heapUsed - external > minReleasedBytes) collectAll();
  }, every).unref();
}

/**
 * Returns true once per idle period, at the third idle check. `share` is the event loop's utilization since
 * the last check, from 0 to 1.
 */
export function watchForQuiet(): (share: number) => boolean {
  let quiet = 0;
  return (share) => {
    quiet = share < idleShare ? quiet + 1 : 0;
    return quiet === idleChecks;
  };
}

/**
 * Blocks the process for a tenth of a second or two. A regular collection would not release the empty pages.
 */
export function collectAll(): void {
  void globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
