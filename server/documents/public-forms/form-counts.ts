import { sql, type Kysely } from 'kysely';
import type { FormUse } from '#core/form/public-form.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import type { Tx } from '../../foundation/db/transaction.ts';
import type { FormEntry, FormKey } from './form-store.ts';

type Db = Kysely<Schema>;

export async function countUse(db: Db, key: FormKey, now: number): Promise<FormUse & { waiting: number }> {
  const counted = await db
    .selectFrom('form_entries')
    .select((row) => [
      row.fn.count<string>('id').filterWhere('confirmed_at', 'is not', null).as('made'),
      row.fn
        .count<string>('id')
        .filterWhere((of) => of.and([of('confirmed_at', 'is', null), of('mail_state', '<>', 'blocked')]))
        .as('waiting'),
      row.fn
        .count<string>('id')
        .filterWhere('requested_at', '>', new Date(now - 3_600_000))
        .as('hour'),
    ])
    .where('account_id', '=', key.accountId)
    .where('template_id', '=', key.templateId)
    .executeTakeFirstOrThrow();
  return { inAll: Number(counted.made), waiting: Number(counted.waiting), lastHour: Number(counted.hour) };
}

/** Counts the emails that forms of any account queued to this address during the last day. */
export async function countMailsTo(db: Db, email: string, now: number): Promise<number> {
  const counted = await db
    .selectFrom('form_entries')
    .select((row) => row.fn.countAll<string>().as('count'))
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where('requested_at', '>', new Date(now - 86_400_000))
    .where('mail_state', '<>', 'blocked')
    .executeTakeFirstOrThrow();
  return Number(counted.count);
}

/** Returns how many people the visitors with this mailbox named in documents of the last day. */
export async function countNamedBy(db: Db, email: string, now: number): Promise<number> {
  const counted = await db
    .selectFrom('form_entries')
    .select((row) => row.fn.sum<string | null>('named_count').as('count'))
    .where(sql`mailbox_of(email)`, '=', sql`mailbox_of(${email})`)
    .where('named_count', '>', 0)
    .where('confirmed_at', '>', new Date(now - 86_400_000))
    .executeTakeFirstOrThrow();
  return Number(counted.count ?? 0);
}

/** Maximum number of times that the Word file is filled in for one entry, for example after an outage. */
const MAX_FILL_TRIES = 5;

/**
 * Counts an attempt to fill in the Word file for an entry. Returns false if there were too many, or the entry
 * already has a document.
 */
export async function countFill(
  db: Db,
  { accountId, id }: Pick<FormEntry, 'accountId' | 'id'>,
): Promise<boolean> {
  const counted = await db
    .updateTable('form_entries')
    .set((row) => ({ fill_tries: row('fill_tries', '+', 1) }))
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('confirmed_at', 'is', null)
    .where('fill_tries', '<', MAX_FILL_TRIES)
    .executeTakeFirst();
  return counted.numUpdatedRows === 1n;
}

export async function saveWrongCode(tx: Tx, { accountId, id }: FormEntry): Promise<void> {
  await tx
    .updateTable('form_entries')
    .set((row) => ({ code_tries: row('code_tries', '+', 1) }))
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

/** The code of an entry is not accepted any more. */
export async function saveCodeOver(tx: Tx, { accountId, id }: FormEntry, tries: number): Promise<void> {
  await tx
    .updateTable('form_entries')
    .set({ code_tries: tries })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}
