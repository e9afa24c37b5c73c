import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Schema } from '../../foundation/db/schema.ts';
import { inTransaction, type Tx } from '../../foundation/db/transaction.ts';
import type { JobQueue } from '../../foundation/jobs/job-queue.ts';
import type { Clock } from '../../ports/clock.ts';
import { advance, nextDue } from './advance.ts';
import { customerPart, nextId, newCustomer, type Book, type Customer } from './customer.ts';
import { eventObject, type Place } from './stripe-objects.ts';

/** Milliseconds for which responses are stored per idempotency key, as at Stripe. */
const answersLast = 24 * 60 * 60_000;

export type StoreParts = {
  db: Kysely<Schema>;
  jobs: Pick<JobQueue, 'enqueue'>;
  clock: Clock;
  place: Place;
};

export type SandboxStore = ReturnType<typeof sandboxStore>;

/**
 * Stores the customers. Operations on one customer run one at a time, on the customer's clock, and send their
 * events in the same transaction.
 */
export function sandboxStore({ db, jobs, clock, place }: StoreParts) {
  /** Runs an operation on the customer to whom an id belongs. Returns undefined if there is none. */
  async function actIn<T>(tx: Tx, id: string, act: (book: Book) => T): Promise<T | undefined> {
    const row = await tx
      .selectFrom('sandbox_customers')
      .select('state')
      .where('id', '=', `cus_${customerPart(id)}`)
      .forUpdate()
      .executeTakeFirst();
    if (!row) return undefined;
    const customer = row.state as Customer;
    const book: Book = { customer, now: clock() + customer.shift, happened: [] };
    advance(book);
    const done = act(book);
    // Set again, because the operation may have moved the customer's clock.
    book.now = clock() + customer.shift;
    advance(book);
    await save(tx, book);
    return done;
  }

  async function save(tx: Tx, { customer, happened }: Book): Promise<void> {
    const now = new Date(clock());
    for (const happening of happened) {
      const id = nextId(customer, 'evt');
      const body = JSON.stringify({
        ...eventObject(customer, id, happening, place),
        created: Math.floor(now.getTime() / 1000),
      });
      await tx.insertInto('sandbox_events').values({ id, body, created_at: now }).execute();
      await jobs.enqueue(tx, 'deliver-sandbox-event', { eventId: id });
    }
    const due = nextDue(customer);
    await tx
      .updateTable('sandbox_customers')
      .set({ state: customer, next_due_at: due === null ? null : new Date(due - customer.shift) })
      .where('id', '=', customer.id)
      .execute();
  }

  return {
    db,
    clock,
    actIn,
    act: <T>(id: string, act: (book: Book) => T) => inTransaction(db, (tx) => actIn(tx, id, act)),

    async create(tx: Tx, who: { email: string; name: string }): Promise<Customer> {
      const customer = newCustomer(randomBytes(16).toString('hex'), who);
      await tx
        .insertInto('sandbox_customers')
        .values({ id: customer.id, state: customer, next_due_at: null })
        .execute();
      return customer;
    },

    /** Processes everything that is due for all customers, and deletes expired responses. */
    async renewDue(): Promise<void> {
      await deleteOldResponses(db, clock() - answersLast);
      const due = await db
        .selectFrom('sandbox_customers')
        .select('id')
        .where('next_due_at', '<=', new Date(clock()))
        .orderBy('next_due_at')
        .limit(50)
        .execute();
      for (const { id } of due) await inTransaction(db, (tx) => actIn(tx, id, () => undefined));
    },

    /** Returns the payload of an event that has not been delivered yet. */
    async undelivered(eventId: string): Promise<string | undefined> {
      const row = await db
        .selectFrom('sandbox_events')
        .select('body')
        .where('id', '=', eventId)
        .where('delivered_at', 'is', null)
        .executeTakeFirst();
      return row?.body;
    },

    async delivered(eventId: string): Promise<void> {
      await db
        .updateTable('sandbox_events')
        .set({ delivered_at: new Date(clock()) })
        .where('id', '=', eventId)
        .execute();
    },
  };
}

async function deleteOldResponses(db: Kysely<Schema>, before: number): Promise<void> {
  await db.deleteFrom('sandbox_responses').where('created_at', '<', new Date(before)).execute();
}
