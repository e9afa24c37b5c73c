/** Share of the event loop's time below which the process counts as idle. */
const quietShare = 0.05;
/** Milliseconds between two checks, and how many consecutive checks must be idle. */
const every = 10_000;
const looks = 3;
/**
 * Bytes held beyond those in use. A server that has done little holds about 130 MB, including its program.
 */
const worthIt = 200 * 1024 * 1024;

/**
 * After load, V8 keeps heap pages that it no longer needs. An idle process allocates nothing that would
 * trigger a collection, so several hundred MB are held for hours (F-26). To return them to the system, this
 * runs one full garbage collection half a minute after the work has ended.
 *
 * Requires --expose-gc, which all our start commands set; otherwise it does nothing.
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
    if (hasGoneQuiet(utilization) && rss - heapUsed - external > worthIt) collectAll();
  }, every).unref();
}

/**
 * Returns true once per idle period, at the third check. `share` is the event loop utilization since the last
 * check, 0 to 1.
 */
export function watchForQuiet(): (share: number) => boolean {
  let quiet = 0;
  return (share) => {
    quiet = share < quietShare ? quiet + 1 : 0;
    return quiet === looks;
  };
}

/** Blocks the process for a tenth of a second or two. A regular collection would keep the emptied pages. */
export function collectAll(): void {
  void globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
