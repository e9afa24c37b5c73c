import { isInWindow } from '#core/destination/schedule.ts';
import { hasBenefit } from '#core/plan/benefit.ts';
import { repeat } from '../../foundation/jobs/repeat.ts';
import { inTransaction } from '../../foundation/db/transaction.ts';
import { reportLine } from '../../foundation/process/report-line.ts';
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
/** Lifetime of a claim in milliseconds. It exceeds the adapter's time limit for one file. */
const claimed = 15 * 60_000;
/**
 * Maximum number of destinations served at the same time, in this process and per account, so that slow
 * servers of one account do not delay other accounts' files.
 */
const most = { process: 8, account: 2 };
/** Maximum number of files that a destination gets in one turn. */
const filesPerTurn = 10;

/**
 * Delivers the files of completed documents. May run on several instances, since each file is claimed first.
 */
export function watchDestinations(services: DestinationsDeps): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const turns = openTurns(services, stopping.signal);
  const due = repeat({ name: 'file destinations', everyMs, act: turns.start });
  return {
    async stop() {
      stopping.abort();
      await due.stop();
      await turns.idle();
    },
  };
}

/** Resolves when every due file has been attempted. */
export async function deliverDueFiles(services: DestinationsDeps, signal: AbortSignal): Promise<void> {
  const turns = openTurns(services, signal);
  while ((await turns.start()) > 0) await turns.idle();
}

type Turns = {
  /**
   * Starts a turn for each due destination, up to the limits, and returns their number without waiting for
   * them.
   */
  start(): Promise<number>;
  idle(): Promise<void>;
};

export function openTurns(services: DestinationsDeps, signal: AbortSignal): Turns {
  const running = new Map<string, { accountId: string; done: Promise<void> }>();
  const hasRoom = ({ id, accountId }: Destination): boolean =>
    !running.has(id) &&
    running.size < most.process &&
    [...running.values()].filter((one) => one.accountId === accountId).length < most.account;
  return {
    async start() {
      const now = services.clock();
      let begun = 0;
      for (const destination of await listDueDestinations(services.db, now)) {
        const { id, accountId, window } = destination;
        const isOpen = window === null || isInWindow(window, now);
        if (signal.aborted || !isOpen || !hasRoom(destination)) continue;
        const done = takeTurn(services, destination, signal)
          .catch((error: unknown) => {
            reportLine(`file destination ${id}: ${error instanceof Error ? error.message : String(error)}`);
          })
          .finally(() => running.delete(id));
        running.set(id, { accountId, done });
        begun += 1;
      }
      return begun;
    },
    idle: async () => void (await Promise.all([...running.values()].map(({ done }) => done))),
  };
}

async function takeTurn(
  services: DestinationsDeps,
  destination: Destination,
  signal: AbortSignal,
): Promise<void> {
  const plan = await readPlan(services.db, destination.accountId, services);
  if (!hasBenefit(plan, 'api')) return stopForPlan(services, destination);
  for (let files = 0; files < filesPerTurn && !signal.aborted; files += 1) {
    const now = services.clock();
    const delivery = await claimDelivery(services.db, destination, now, now + claimed);
    if (!delivery || !(await deliverFile(services, delivery, signal))) return;
  }
}

/**
 * Turns off a destination that the plan no longer includes. Its files wait until a member turns it on again
 * after a change of the plan.
 */
async function stopForPlan({ db }: DestinationsDeps, { accountId, id }: Destination): Promise<void> {
  await inTransaction(db, async (tx) => {
    const destination = await lockDestination(tx, { accountId, id });
    if (destination?.disabledReason === null)
      await saveDestination(tx, destination, { state: 'off', disabled_reason: 'plan' });
  });
}
