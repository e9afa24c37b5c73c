import { expect, test } from 'vitest';
import { hasBenefit, mustHaveBenefit } from './benefit.ts';
import { planNames, type PlanContent } from './plans.ts';

const having = (benefit: PlanContent) => planNames.filter((plan) => hasBenefit(plan, benefit));

test('a plan has the benefits on its price card, and Business has all benefits of Pro', () => {
  expect(having('api')).toEqual(['business']);
  expect(having('branding')).toEqual(['pro', 'business']);
});

test('a refusal names the plan that includes the benefit', () => {
  expect(mustHaveBenefit('free', 'branding')).toMatchObject({
    refused: 'plan-without-feature',
    parameters: { plan: 'Free', requiredPlan: 'Pro' },
  });
  expect(mustHaveBenefit('pro', 'api')).toMatchObject({
    parameters: { plan: 'Pro', requiredPlan: 'Business' },
  });
  expect(mustHaveBenefit('business', 'api')).toBeUndefined();
});
