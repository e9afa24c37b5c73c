import { sql, type Kysely } from 'kysely';
import type { AuditFilter } from '#contract/evidence/audit.ts';
import { accountEventTypes, type PlanStep } from '#core/account/event.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import type { Cursor } from './cursor.ts';
import type { AuditedEvent } from './audited-event.ts';
import { containing } from '../../foundation/db/like-pattern.ts';

/** Returns the matching events of the account itself, in audit trail order. */
export async function listAccountEvents(
  db: Kysely<Schema>,
  accountId: string,
  query: AuditFilter & { limit: number },
  after: Cursor | undefined,
): Promise<AuditedEvent[]> {
  const { type, from, to, person = '' } = query;
  if (query.document !== undefined || !accountEventTypes.some((known) => !type || known === type)) return [];
  let select = db.selectFrom('account_events').selectAll().where('account_id', '=', accountId);
  if (type) select = select.where('type', '=', type);
  if (from) select = select.where('occurred_at', '>=', new Date(from));
  if (to) select = select.where('occurred_at', '<', new Date(to));
  if (person.trim() !== '') {
    const like = containing(person.trim());
    select = select.where((row) => row.or([row('name', 'ilike', like), row('email', 'ilike', like)]));
  }
  if (after) {
    select = select
      .where('occurred_at', '<=', after.occurredAt)
      .where(sql<boolean>`(occurred_at < ${after.occurredAt} OR id > ${after.id})`);
  }
  const rows = await select.orderBy('occurred_at', 'desc').orderBy('id').limit(query.limit).execute();
  return rows.map((row) => ({
    at: { occurredAt: row.occurred_at, id: row.id, seq: 0 },
    id: row.id,
    type: row.type,
    document: null,
    actor: row.user_id === null ? null : { name: row.name ?? '', email: row.email ?? '' },
    recipient: null,
    ip: row.ip,
    reason: row.detail,
    plan: row.plan as PlanStep | null,
    proof: null,
  }));
}
