import { describe, expect, test } from 'vitest';
import { entitlement, isLive, leading, providerStates, type ProviderSubscription } from './subscription.ts';

const now = Date.parse('2026-11-20T12:00:00Z');
const day = 86_400_000;
const pro: ProviderSubscription = {
  id: 'sub_ada',
  plan: 'pro',
  state: 'active',
  createdAt: now - 5 * day,
  periodEnd: now + 25 * day,
  trialEnd: null,
  cancelAt: null,
  endedAt: null,
};

test('without a subscription the account is on Free', () => {
  expect(entitlement(null, now)).toEqual({ plan: 'free', until: null, standing: 'free', nextPayment: null });
});

describe('subscription states of the payment provider', () => {
  test.each([
    ['trialing', 'pro', 'trialing'],
    ['active', 'pro', 'active'],
    ['past_due', 'pro', 'past_due'],
    ['unpaid', 'free', 'ended'],
    ['paused', 'free', 'ended'],
    ['canceled', 'free', 'ended'],
    ['incomplete', 'free', 'free'],
    ['incomplete_expired', 'free', 'free'],
  ] as const)('%s gives %s and is shown as %s', (state, plan, standing) => {
    expect(entitlement({ ...pro, state }, now)).toMatchObject({ plan, standing });
  });

  test('the cases cover every state', () => {
    for (const state of providerStates) expect(entitlement({ ...pro, state }, now).standing).toBeDefined();
  });
});

describe('canceled plans', () => {
  const cancelled = { ...pro, cancelAt: pro.periodEnd };
  test('a canceled plan continues until the end of the paid period, without another payment', () => {
    expect(entitlement(cancelled, pro.periodEnd - 1)).toEqual({
      plan: 'pro',
      until: pro.periodEnd,
      standing: 'cancelling',
      nextPayment: null,
    });
  });
  test('a canceled plan ends on time, even if the provider’s message has not arrived', () => {
    expect(entitlement(cancelled, pro.periodEnd)).toMatchObject({ plan: 'free', standing: 'ended' });
  });
});

test('the plan continues if its period has expired and the provider sent no message', () => {
  expect(entitlement(pro, pro.periodEnd + 3 * day)).toMatchObject({ plan: 'pro', standing: 'active' });
});

describe('a subscription at an unknown price', () => {
  const other = { ...pro, plan: null };
  const none = { plan: 'free', until: null };
  test('the subscription provides no plan, but its next payment is shown', () => {
    expect(entitlement(other, now)).toEqual({ ...none, standing: 'active', nextPayment: pro.periodEnd });
  });
  test('the subscription ends when it is canceled, and restores no plan', () => {
    const cancelled = { ...other, cancelAt: pro.periodEnd };
    expect(entitlement(cancelled, now)).toEqual({ ...none, standing: 'cancelling', nextPayment: null });
    for (const over of [
      entitlement(cancelled, pro.periodEnd),
      entitlement({ ...other, state: 'canceled' }, now),
    ])
      expect(over).toEqual({ ...none, standing: 'free', nextPayment: null });
  });
});

describe('several subscriptions', () => {
  const other = { ...pro, id: 'sub_other', plan: null, createdAt: now };
  const ended = { ...pro, id: 'sub_old', state: 'canceled' as const, createdAt: now };
  const business = { ...pro, id: 'sub_business', plan: 'business' as const, createdAt: now - 9 * day };
  const never = { ...pro, id: 'sub_never', state: 'incomplete_expired' as const, createdAt: now + day };
  test.each([
    ['the live one', [ended, pro], 'sub_ada'],
    ['the larger one', [pro, business], 'sub_business'],
    ['the one with a plan', [other, pro], 'sub_ada'],
    ['a live one without a plan before an ended one', [ended, other], 'sub_other'],
    ['the newer one', [pro, { ...pro, id: 'sub_newer', createdAt: now }], 'sub_newer'],
    ['an ended one before one that never began', [never, ended], 'sub_old'],
  ])('%s counts', (_, subscriptions, id) => {
    expect(leading(subscriptions)?.id).toBe(id);
    expect(leading(subscriptions.toReversed())?.id).toBe(id);
  });
  test('an empty list gives no subscription', () => expect(leading([])).toBeNull());
});

test.each([
  ['trialing', true],
  ['past_due', true],
  ['unpaid', false],
  ['incomplete', false],
] as const)('a subscription that is %s is live: %s', (state, live) => {
  expect(isLive({ ...pro, state })).toBe(live);
});
