import { planNames, type PlanName } from '#core/plan/plans.ts';

/** A plan by its name, in any case: people and programs write 'Pro'. */
export function planCalled(name: string): PlanName | undefined {
  return planNames.find((known) => known === name.trim().toLowerCase());
}
