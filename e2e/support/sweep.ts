import { longRun } from '#testing/long-run.ts';

/** Tag excluded by playwright.config.ts in the current run. */
export const leftOut = longRun ? /@short\b/ : /@long\b/;

/**
 * For a test that costs more than it usually finds, because server and client tests and other end-to-end
 * tests also cover it.
 */
export const inTheLongRun = { tag: '@long' };

/**
 * A test over all items of a kind exists twice: over all of them for the long run, and over every sixteenth,
 * the first and the last for `npm test`.
 *
 *     for (const sweep of sweeps)
 *       test(`no page … ${sweep.over}`, sweep.details, async ({ page }) => {
 *         for (const route of sweep.of(routes)) …
 *       });
 */
export const sweeps: readonly {
  over: string;
  details: { tag: string };
  of: <Item>(items: readonly Item[]) => readonly Item[];
}[] = [
  { over: '', details: { tag: '@long' }, of: (items) => items },
  {
    over: ' (every sixteenth)',
    details: { tag: '@short' },
    of: (items) => items.filter((_, at) => at % 16 === 0 || at === items.length - 1),
  },
];
