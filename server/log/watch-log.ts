import { repeat } from '../jobs/repeat.ts';
import type { Services } from '../services.ts';
import { checkLog } from './check-log.ts';
import { newestHead } from './log-store.ts';

type Watching = Pick<Services, 'db' | 'log' | 'clock' | 'timestamps'>;

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];

/** All events that wait come into the log; acts bring in their own before, where it counts. */
export async function growWhole({ log }: Pick<Services, 'log'>): Promise<void> {
  while (await log.grow());
}

/**
 * An authority says once a day that the newest head was there, so that nobody can make a history of before later, the
 * key in hand or not. One that gives no time now is asked in the next round.
 */
export async function anchorLog({ db, clock, timestamps }: Watching): Promise<void> {
  if (!timestamps) return;
  const last = await db
    .selectFrom('log_anchors')
    .select(['size', 'stamped_at as at'])
    .orderBy('size', 'desc')
    .limit(1)
    .executeTakeFirst();
  const head = await newestHead(db);
  if (!head || head.size === last?.size || (last && clock() - last.at.getTime() < day)) return;
  const token = await timestamps.stamp(new TextEncoder().encode(head.checkpoint), { hurry: false });
  if (token === undefined) return;
  await db
    .insertInto('log_anchors')
    .values({ size: head.size, token: Buffer.from(token), stamped_at: new Date(clock()) })
    .onConflict((conflict) => conflict.column('size').doNothing())
    .execute();
}

/** Everything in the log is looked through; over one that is broken no head is signed any more. */
async function lookThroughLog({ db, log }: Watching): Promise<void> {
  const findings: string[] = [];
  await checkLog(db, (sentence) => void findings.push(sentence));
  if (findings.length > 0) log.halt(findings.join(' '));
}

export function watchLog(services: Watching): { stop(): Promise<void> } {
  let told: string | undefined;
  const growing = repeat({
    name: 'log',
    everyMs: minute,
    act: async () => {
      await growWhole(services);
      await anchorLog(services);
      const problem = services.log.problem();
      if (problem !== undefined && problem !== told) process.stderr.write(`log: ${problem}\n`);
      told = problem;
    },
  });
  // Not at the start, when everybody waits: first an hour later, then every day.
  let nextLook = services.clock() + hour;
  const looking = repeat({
    name: 'looking through the log',
    everyMs: 10 * minute,
    act: async () => {
      if (services.clock() < nextLook) return;
      nextLook = services.clock() + day;
      await lookThroughLog(services);
    },
  });
  return { stop: async () => void (await Promise.all([growing.stop(), looking.stop()])) };
}
