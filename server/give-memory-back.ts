/** Of the event loop's time; at less the process counts as quiet. */
const quietShare = 0.05;
/** Milliseconds between two looks, and how many of them have to be quiet one after the other. */
const every = 10_000;
const looks = 3;
/** Bytes held beside what is in use: a server that has had little to do holds about 130 MB, its program among them. */
const worthIt = 200 * 1024 * 1024;

/**
 * After a busy time V8 keeps the pages of its heap that it no longer needs, and a process that has gone quiet allocates
 * nothing that would have it look again: some hundred MB stay with it for hours (F-26). So that they go back to the
 * system, everything is collected once, half a minute after the work has ended.
 *
 * Needs --expose-gc, as all our ways to start the server have it; without it nothing is done.
 */
export function giveMemoryBack(): void {
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
 * Says yes once for each quiet time, at its third look. `share`: of the time since the last look that the event loop
 * was at work, 0 to 1.
 */
export function watchForQuiet(): (share: number) => boolean {
  let quiet = 0;
  return (share) => {
    quiet = share < quietShare ? quiet + 1 : 0;
    return quiet === looks;
  };
}

/** The process stands still meanwhile, for a tenth of a second or two. A usual collection keeps the emptied pages. */
export function collectAll(): void {
  void globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
