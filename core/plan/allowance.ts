import { refuse, type Refusal } from '../refusal.ts';
import { plans, type PlanName } from './plans.ts';

/** Whether one more document fits this month; the refusal says the numbers, what is safe, and the way out. */
export function allowance(plan: PlanName, usedThisMonth: number): Refusal | undefined {
  const limit = plans[plan].limits.documentsPerMonth;
  if (limit === null || usedThisMonth < limit) return undefined;
  return refuse(
    'plan-limit-documents',
    `Your ${plans[plan].title} plan includes ${limit} documents a month and ${usedThisMonth} are used. ` +
      'Your documents stay as they are. Delete a draft, wait for next month or choose a larger plan.',
  );
}

/** Whether one more template fits; templates are counted as they are, not by month. */
export function templateAllowance(plan: PlanName, used: number): Refusal | undefined {
  const limit = plans[plan].limits.templates;
  if (limit === null || used < limit) return undefined;
  return refuse(
    'plan-limit-templates',
    `Your ${plans[plan].title} plan includes ${limit} templates and ${used} are used. ` +
      'Your templates stay as they are. Delete one you no longer need or choose a larger plan.',
  );
}

/** Use of a limit warns from four fifths of it (specification §9). */
export const warningFrom = 0.8;

/** Whether the use of a limit is to be warned about; null and negative limits are none. */
export function nearsLimit(used: number, limit: number | null): boolean {
  return limit !== null && limit >= 0 && used >= limit * warningFrom;
}
