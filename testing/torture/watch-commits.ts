import pg from 'pg';
import { reach, steps } from './failpoints.ts';

type Query = (this: pg.Client, ...given: unknown[]) => unknown;
const types: ReadonlySet<unknown> = new Set(steps.map((step) => step.split('.')[1]));

/**
 * Triggers faults around the commit of a transaction, which is identified by the newest event that it wrote.
 */
export function watchCommits(): void {
  const prototype = pg.Client.prototype as unknown as { query: Query };
  const real = prototype.query;
  const wrote = new WeakMap<pg.Client, string>();
  prototype.query = function (this: pg.Client, ...given) {
    const [asked, values] = given;
    const text = typeof asked === 'string' ? asked : (asked as { text?: unknown } | undefined)?.text;
    if (text === 'begin') wrote.delete(this);
    if (Array.isArray(values))
      for (const value of values) if (types.has(value)) wrote.set(this, String(value));
    const hasCallback = typeof given.at(-1) === 'function';
    if (text !== 'commit' || hasCallback) return Reflect.apply(real, this, given);
    const step = `commit.${wrote.get(this) ?? 'other'}`;
    return (async () => {
      await reach(`${step}:before`);
      const done: unknown = await Reflect.apply(real, this, given);
      await reach(`${step}:after`);
      return done;
    })();
  };
}
