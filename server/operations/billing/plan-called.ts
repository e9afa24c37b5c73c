import { planNames, type PlanName } from '#core/plan/plans.ts';

/** Finds a plan by name and ignores case, since people and programs write 'Pro'. */
export function planByName(name: string): PlanName | undefined {
  return planNames.find((known) => known === name.trim().toLowerCase());
}
