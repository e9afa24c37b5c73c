import { sql } from 'kysely';
import { logKept } from '#core/webhook/schedule.ts';
import { repeat } from '../../foundation/jobs/repeat.ts';
import { readPlan } from '../../records/plan-store.ts';
import type { WebhooksDeps } from './deps.ts';
import { deliver, stopOfRevokedKeys } from './deliver.ts';
import { claim, listDue, type DueDelivery } from './delivery-store.ts';
import { reportLine } from '../../foundation/process/report-line.ts';

/** Polling interval in milliseconds. */
const everyMs = 2_000;
/**
 * Lifetime of a claim in milliseconds. An attempt takes much less, so if a claim expires, its worker has
 * died.
 */
const claimed = 60_000;
/** Maximum number of concurrent attempts, in this process, per account, and per endpoint. */
const most = { process: 64, account: 8, endpoint: 4 };
/** Maximum number of old events deleted per statement. */
const maxDeleted = 5_000;

/** Sends due deliveries. May run on several instances, since each delivery is claimed first. */
export function watchWebhooks(services: WebhooksDeps): { stop(): Promise<void> } {
  const sending = openSending(services);
  const due = repeat({ name: 'webhooks', everyMs, act: sending.start });
  const old = repeat({
    name: 'webhook log',
    everyMs: 60 * 60_000,
    act: async () => {
      while ((await deleteOldEvents(services)) === maxDeleted);
    },
  });
  return {
    async stop() {
      await Promise.all([due.stop(), old.stop()]);
      await sending.stop();
    },
  };
}

/** Sends all due deliveries and resolves when each has been attempted. */
export async function deliverDue(services: WebhooksDeps): Promise<void> {
  const sending = openSending(services);
  while ((await sending.start()) > 0) await sending.idle();
}

type Sending = {
  /** Starts due deliveries up to the limits and returns their number. */
  start(): Promise<number>;
  idle(): Promise<void>;
  stop(): Promise<void>;
};

export function openSending(services: WebhooksDeps): Sending {
  const running = new Map<Promise<void>, DueDelivery>();
  const stopping = new AbortController();
  const count = (of: Partial<DueDelivery>): number =>
    [...running.values()].filter((one) =>
      Object.entries(of).every(([name, value]) => Reflect.get(one, name) === value),
    ).length;
  const hasRoom = ({ accountId, endpointId, failing }: DueDelivery): boolean =>
    running.size < most.process &&
    count({ accountId }) < most.account &&
    count({ accountId, endpointId }) < (failing ? 1 : most.endpoint);
  const begin = async (due: DueDelivery): Promise<boolean> => {
    const delivery = await claim(services.db, due, services.clock() + claimed);
    if (!delivery) return false;
    const plan = await readPlan(services.db, due.accountId, services);
    const done = deliver(services, delivery, plan, stopping.signal)
      .catch((error: unknown) => {
        const why = error instanceof Error ? error.message : String(error);
        reportLine(`webhook event ${due.eventId} to ${due.endpointId}: ${why}`);
      })
      .finally(() => running.delete(done));
    running.set(done, due);
    return true;
  };
  const idle = async (): Promise<void> => void (await Promise.all(running.keys()));
  return {
    async start() {
      await stopOfRevokedKeys(services);
      const due = await listDue(services.db, services.clock(), most.endpoint);
      // Accounts with the fewest running attempts come first, so that one account's slow receivers do not
      // delay the others.
      due.sort((one, other) => count({ accountId: one.accountId }) - count({ accountId: other.accountId }));
      let begun = 0;
      for (const one of due) {
        if (stopping.signal.aborted) break;
        if (hasRoom(one) && (await begin(one))) begun += 1;
      }
      return begun;
    },
    idle,
    async stop() {
      stopping.abort();
      await idle();
    },
  };
}

/**
 * Events and their log are deleted after thirty days. A delivery that is still waiting is at most three days
 * old or was replayed recently.
 */
async function deleteOldEvents({ db, clock }: Pick<WebhooksDeps, 'db' | 'clock'>): Promise<number> {
  const gone = await sql`
    DELETE FROM webhook_events
     WHERE (account_id, id) IN (
       SELECT account_id, id FROM webhook_events
        WHERE occurred_at < ${new Date(clock() - logKept)} ORDER BY occurred_at LIMIT ${maxDeleted})`.execute(
    db,
  );
  return Number(gone.numAffectedRows ?? 0n);
}
