import type { Kysely } from 'kysely';
import { formState } from '#core/form/public-form.ts';
import { mustBeConfirmed } from '#core/permission/confirmed-address.ts';
import { hasBenefit } from '#core/plan/benefit.ts';
import type { PlanName } from '#core/plan/plans.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import { refuseByChoice } from '../../records/mail-choice-store.ts';
import { canSendNow } from '../../records/member.ts';
import { readPlan, type PlanRules } from '../../records/plan-store.ts';
import { findSender } from '../../records/sender-store.ts';
import { hasAllValues } from './form-questions.ts';
import { countUse } from './form-counts.ts';
import { type PublicForm } from './form-store.ts';

/**
 * Returns true if a form could send at this moment (ms UTC): the plan includes forms, the member in whose
 * name it sends may send and has a confirmed address, and the account's emails are not paused (S-15).
 * Otherwise no email is sent.
 */
export async function checkVisitorLimits(
  db: Kysely<Schema>,
  { accountId, createdBy }: Pick<PublicForm, 'accountId' | 'createdBy'>,
  plan: PlanName,
  now: number,
): Promise<boolean> {
  if (!hasBenefit(plan, 'documentTemplates')) return false;
  if (!(await canSendNow(db, { accountId, userId: createdBy }, plan))) return false;
  if (mustBeConfirmed(await findSender(db, { accountId, createdBy }))) return false;
  return (await refuseByChoice(db, accountId, [], now)) === undefined;
}

/**
 * Returns whether a form accepts a submission now, how many documents it has created, and how many entries
 * are waiting.
 */
export async function stateNow(
  services: PlanRules & { db: Kysely<Schema> },
  form: PublicForm,
): Promise<{ state: 'open' | 'closed' | 'busy'; made: number; waiting: number }> {
  const now = services.clock();
  const plan = await readPlan(services.db, form.accountId, services);
  const { waiting, ...use } = await countUse(services.db, form, now);
  const open =
    (await hasAllValues(services.db, form)) && (await checkVisitorLimits(services.db, form, plan, now));
  return { state: open ? formState(form, use, now) : 'closed', made: use.inAll, waiting };
}
