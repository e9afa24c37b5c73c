import { longRun } from '#testing/long-run.ts';

/** Left out by playwright.config.ts of the run that is under way. */
export const leftOut = longRun ? /@short\b/ : /@long\b/;

/**
 * Of a story that costs more than it can find every time: what it goes through is held by tests of the server and of
 * the client too, and by other stories. docs/tests.md lists the files.
 */
export const inTheLongRun = { tag: '@long' };

/**
 * A test over everything of a kind is made twice: over all of it for the long run, and over every sixteenth, the
 * first and the last for `npm test`.
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
