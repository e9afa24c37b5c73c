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
