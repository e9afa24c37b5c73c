import type { AccountEventType, PlanStep } from '#core/account/event.ts';
import { newId } from '../foundation/db/new-id.ts';
import type { Tx } from '../foundation/db/transaction.ts';

export type NewAccountEvent = {
  type: AccountEventType;
  /** The acting member. Undefined if the event was read from the payment provider. */
  userId?: string;
  ip?: string | undefined;
  /** Readable English text, which exports contain unchanged. */
  detail?: string | undefined;
  plan?: PlanStep | undefined;
};

/** Records an account event in the caller's transaction. `now` is ms UTC. */
export async function recordAccountEvent(
  tx: Tx,
  accountId: string,
  { type, userId, ip, detail, plan }: NewAccountEvent,
  now: number,
): Promise<void> {
  const member =
    userId === undefined
      ? undefined
      : await tx
          .selectFrom('users')
          .select(['email', 'first_name', 'last_name'])
          .where('account_id', '=', accountId)
          .where('id', '=', userId)
          .executeTakeFirstOrThrow();
  await tx
    .insertInto('account_events')
    .values({
      account_id: accountId,
      id: newId(now),
      type,
      occurred_at: new Date(now),
      user_id: userId ?? null,
      name: member ? `${member.first_name} ${member.last_name}`.trim() : null,
      email: member?.email ?? null,
      ip: ip ?? null,
      detail: detail ?? null,
      plan: plan ?? null,
    })
    .execute();
}
