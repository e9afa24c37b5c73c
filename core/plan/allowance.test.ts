import { describe, expect, test } from 'vitest';
import { allowance, templateAllowance } from './allowance.ts';
import { planNamed, planNames, plans } from './plans.ts';

describe('documents per month', () => {
  test.each([
    ['free', 0, true],
    ['free', 2, true],
    ['free', 3, false],
    ['free', 400, false],
    ['pro', 3, true],
    ['pro', 100_000, true],
    ['business', 100_000, true],
  ] as const)('%s with %i used: one more is allowed: %s', (plan, used, allowed) => {
    expect(allowance(plan, used)?.refused).toBe(allowed ? undefined : 'plan-limit-documents');
  });

  test('a refusal for a past month suggests only remedies that still help', () => {
    const refused = allowance('free', 3, '2026-11');
    expect(refused).toMatchObject({ refused: 'plan-limit-past-month', parameters: { month: '2026-11' } });
    expect(refused?.detail).toContain('you used 3 in 2026-11');
    expect(refused?.detail).not.toContain('next month');
  });

  test('the refusal says how many were used, what is unaffected, and what to do', () => {
    const detail = allowance('free', 3)?.detail ?? '';
    for (const part of ['Free', '3 documents a month', 'you’ve used 3', 'are not affected', 'larger plan']) {
      expect(detail).toContain(part);
    }
  });
});

describe('templates per plan', () => {
  test.each([
    ['free', 4, true],
    ['free', 5, false],
    ['pro', 49, true],
    ['pro', 50, false],
    ['business', 100_000, true],
  ] as const)('%s with %i: one more is allowed: %s', (plan, used, allowed) => {
    expect(templateAllowance(plan, used)?.refused).toBe(allowed ? undefined : 'plan-limit-templates');
  });

  test('the refusal says how many were used, what is unaffected, and what to do', () => {
    const detail = templateAllowance('free', 5)?.detail ?? '';
    for (const part of ['Free', '5 templates', 'you have 5', 'are not affected', 'larger plan']) {
      expect(detail).toContain(part);
    }
  });
});

test('the plans match the specification (§9)', () => {
  expect(planNames.map((name) => [name, plans[name].dollarsPerMonth])).toEqual([
    ['free', 0],
    ['pro', 19],
    ['business', 49],
  ]);
  for (const name of planNames) expect(plans[name].limits.fileSize).toBe(26_214_400);
});

test.each([
  ['pro', 'pro'],
  ['business', 'business'],
  ['', 'free'],
  ['Pro', 'free'],
  ['toString', 'free'],
])('the plan named %j is %s', (name, plan) => expect(planNamed(name)).toBe(plan));
