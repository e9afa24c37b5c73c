import { refuse, type Refusal } from '../refusal.ts';
import { plans, planNames, type PlanContent, type PlanName } from './plans.ts';

/** Returns true if a plan has a benefit of the price cards. `everythingInPro` includes all benefits of Pro. */
export function hasBenefit(plan: PlanName, benefit: PlanContent): boolean {
  const { contents } = plans[plan];
  if (contents.includes(benefit)) return true;
  return contents.includes('everythingInPro') && hasBenefit('pro', benefit);
}

/** Refuses a feature that the plan does not include. With PLANS=off, every account has all features. */
export function mustHaveBenefit(plan: PlanName, benefit: PlanContent): Refusal | undefined {
  if (hasBenefit(plan, benefit)) return undefined;
  const least = planNames.find((name) => hasBenefit(name, benefit)) ?? 'business';
  return refuse(
    'plan-without-feature',
    `Your ${plans[plan].title} plan does not include this; the ${plans[least].title} plan does. Nothing was changed.`,
    { plan: plans[plan].title, requiredPlan: plans[least].title },
  );
}
