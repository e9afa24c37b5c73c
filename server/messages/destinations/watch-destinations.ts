import { isInWindow } from '#core/destination/schedule.ts';
import { hasBenefit } from '#core/plan/benefit.ts';
import { repeat } from '../../foundation/jobs/repeat.ts';
import { inTransaction } from '../../foundation/db/transaction.ts';
import { readPlan } from '../../records/plan-store.ts';
import { claimDelivery } from './delivery-store.ts';
import { deliverFile } from './deliver-file.ts';
import type { DestinationsDeps } from './deps.ts';
import {
  listDueDestinations,
  lockDestination,
  saveDestination,
  type Destination,
} from './destination-store.ts';

const everyMs = 10_000;
/** Lifetime of a claim, ms: longer than the time that the adapter allows for one file. */
const claimed = 15 * 60_000;
/** Destinations that this process delivers to at the same time; each gets one file after the other. */
const most = 4;

/** Delivers the files of completed documents. Several instances can run: each file is claimed first. */
export function watchDestinations(services: DestinationsDeps): { stop(): Promise<void> } {
  return repeat({ name: 'file destinations', everyMs, act: (signal) => deliverDueFiles(services, signal) });
}

/** Resolves when every file that is due was attempted. */
export async function deliverDueFiles(services: DestinationsDeps, signal: AbortSignal): Promise<void> {
  const due = await listDueDestinations(services.db, services.clock());
  const open = due.filter(({ window }) => window === null || isInWindow(window, services.clock()));
  const next = open.values();
  const lane = async (): Promise<void> => {
    for (const destination of next) if (!signal.aborted) await deliverAll(services, destination, signal);
  };
  await Promise.all(Array.from({ length: most }, lane));
}

async function deliverAll(
  services: DestinationsDeps,
  destination: Destination,
  signal: AbortSignal,
): Promise<void> {
  const plan = await readPlan(services.db, destination.accountId, services);
  if (!hasBenefit(plan, 'api')) return stopForPlan(services, destination);
  const { window } = destination;
  while (!signal.aborted && (window === null || isInWindow(window, services.clock()))) {
    const now = services.clock();
    const delivery = await claimDelivery(services.db, destination, now, now + claimed);
    if (!delivery || !(await deliverFile(services, delivery, signal))) return;
  }
}

/** Files keep waiting, and are delivered when a member turns it on after the plan was changed. */
async function stopForPlan({ db }: DestinationsDeps, { accountId, id }: Destination): Promise<void> {
  await inTransaction(db, async (tx) => {
    const destination = await lockDestination(tx, { accountId, id });
    if (destination?.disabledReason === null)
      await saveDestination(tx, destination, { state: 'off', disabled_reason: 'plan' });
  });
}
