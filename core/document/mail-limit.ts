import { plans, type PlanName } from '../plan/plans.ts';
import { refuse, type Refusal } from '../refusal.ts';

/**
 * S-15: invitations and reminders that an account may cause, so that nobody floods a mailbox in our name. Far above
 * what work needs: a bulk send of a thousand rows with two signers each fits the hour of the largest plan.
 */
export type MailLimits = { anHour: number; aDay: number; toOneAddressADay: number };

export const mailLimits: Record<PlanName, MailLimits> = {
  free: { anHour: 20, aDay: 40, toOneAddressADay: 10 },
  pro: { anHour: 250, aDay: 1000, toOneAddressADay: 50 },
  business: { anHour: 2500, aDay: 10_000, toOneAddressADay: 250 },
};

/**
 * The mails that all accounts together may send in a day to an address that never answered any of them. Somebody who
 * opened one document of an account by a mailed link has dealt with it, and its mails do not count here.
 */
export const fromStrangersADay = 10;

export const mailSpans = { hour: 3_600_000, day: 86_400_000 } as const;

/** NEW_ACCOUNT_MAILS where nothing is set: what an account on Free may send a day in its first days. */
export const newAccountMails = 20;

/** How many times that number larger plans have: they are paid for, and who pays can be found. */
const shareOfPlan: Record<PlanName, number> = { free: 1, pro: 5, business: 25 };

/** New accounts begin small and grow: up to this age in days, so many times the first number. */
const growth = [
  { days: 3, times: 1 },
  { days: 7, times: 2 },
  { days: 14, times: 5 },
] as const;

/** The limits of an account of this age (ms). `first`: NEW_ACCOUNT_MAILS; null: the accounts are known people. */
export function mailLimitsAt(
  plan: PlanName,
  age: number,
  first: number | null,
): MailLimits & { isNew: boolean } {
  const limits = mailLimits[plan];
  const step = growth.find(({ days }) => age < days * mailSpans.day);
  const most = first === null || !step ? Infinity : first * shareOfPlan[plan] * step.times;
  return {
    anHour: Math.min(limits.anHour, most),
    aDay: Math.min(limits.aDay, most),
    toOneAddressADay: Math.min(limits.toOneAddressADay, most),
    isNew: most < limits.aDay,
  };
}

/** One limit as it stands. `filling`: the mail (when it went out, ms UTC) that has to be older than `span` first. */
export type MailWindow = { span: number; filling: number | null };

/** When one more mail may go out (ms UTC): at once, or as soon as the oldest that fills a window leaves it. */
export function mailSlot(windows: readonly MailWindow[], now: number): number {
  return Math.max(now, ...windows.map(({ span, filling }) => (filling === null ? now : filling + span)));
}

export function refuseMail(
  plan: PlanName,
  limits: MailLimits & { isNew: boolean },
  slot: number,
  now: number,
): Refusal {
  const { anHour, aDay, toOneAddressADay } = limits;
  const whose = limits.isNew
    ? `New accounts begin small, and yours on the ${plans[plan].title} plan`
    : `Your ${plans[plan].title} plan`;
  const refusal = refuse(
    'mail-limit',
    `${whose} sends up to ${anHour} invitations and reminders an hour, ${aDay} a day, ` +
      `and ${toOneAddressADay} a day to one address. Nothing was sent. Try again later.`,
    { anHour, aDay, toOneAddress: toOneAddressADay },
  );
  return later(refusal, slot, now);
}

/** The address is named: the sender typed it, and has to know which of several it is. */
export function refuseStranger(address: string, slot: number, now: number): Refusal {
  const refusal = refuse(
    'mail-limit-address',
    `${address} gets up to ${fromStrangersADay} emails a day from senders whom it has never answered, all together, ` +
      `and has had them. Nothing was sent. Try again later, or reach them another way.`,
    { email: address, most: fromStrangersADay },
  );
  return later(refusal, slot, now);
}

function later(refusal: Refusal, slot: number, now: number): Refusal {
  return { ...refusal, retryAfter: Math.max(1, Math.ceil((slot - now) / 1000)) };
}
