import { repeat } from '../../foundation/jobs/repeat.ts';
import type { LogDeps } from './deps.ts';
import { newestHead } from './log-store.ts';
import { reportLine } from '../../foundation/process/report-line.ts';

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];

/** Appends all queued events to the log. Actions that need a proof soon append their events themselves. */
export async function catchUpLog({ log }: Pick<LogDeps, 'log'>): Promise<void> {
  while (await log.grow());
}

/**
 * Requests a timestamp on the newest head once a day, so that no one can forge an earlier history later, even
 * with the key. A failed request is repeated in the next round.
 */
export async function anchorLog({ db, clock, timestamps }: LogDeps): Promise<void> {
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

export function watchLog(services: LogDeps): { stop(): Promise<void> } {
  let reported: string | undefined;
  const growing = repeat({
    name: 'log',
    everyMs: minute,
    act: async () => {
      await catchUpLog(services);
      await anchorLog(services);
      const problem = await services.log.problem();
      if (problem !== undefined && problem !== reported) reportLine(`log: ${problem}`);
      reported = problem;
    },
  });
  // The first check runs an hour after startup, when the server is less busy, and the next ones daily.
  const { log, clock } = services;
  let lastLook = clock() + hour - day;
  const looking = repeat({
    name: 'checking the log',
    everyMs: 10 * minute,
    act: async () => {
      // While the log is stopped, it is checked hourly, so that it resumes soon after a repair.
      const rest = (await log.problem()) === undefined ? day : hour;
      if (clock() < lastLook + rest) return;
      lastLook = clock();
      await log.look();
    },
  });
  return { stop: async () => void (await Promise.all([growing.stop(), looking.stop()])) };
}
