import { plans, type PlanName } from '../plan/plans.ts';
import { refuse, type Refusal } from '../refusal.ts';

/**
 * Limits on the invitations and reminders that an account can cause, so that no mailbox is flooded through the
 * service (S-15). They are far above normal use. A bulk send of a thousand rows with two signers each fits into
 * one hour of the largest plan.
 */
export type MailLimits = { perHour: number; perDay: number; perAddressPerDay: number };

export const mailLimits: Record<PlanName, MailLimits> = {
  free: { perHour: 20, perDay: 40, perAddressPerDay: 10 },
  pro: { perHour: 250, perDay: 1000, perAddressPerDay: 50 },
  business: { perHour: 2500, perDay: 10_000, perAddressPerDay: 250 },
};

/**
 * Maximum emails per day, from all accounts together, to an address that has never responded. Once the person
 * has opened one of an account's documents through an emailed link, emails from that account no longer count.
 */
export const MAX_STRANGER_MAILS_PER_DAY = 10;

export const mailSpans = { hour: 3_600_000, day: 86_400_000 } as const;

/** Default of NEW_ACCOUNT_MAILS: emails per day for a new account on the Free plan. */
export const newAccountMails = 20;

/** Factors for larger plans. Those plans are paid for, so their owners can be identified. */
const shareOfPlan: Record<PlanName, number> = { free: 1, pro: 5, business: 25 };

/**
 * Limits grow with the age of the account. Up to the age in days, the initial limit is multiplied by the factor.
 */
const growth = [
  { days: 3, times: 1 },
  { days: 7, times: 2 },
  { days: 14, times: 5 },
] as const;

/**
 * Returns the limits of an account of this age (ms). `first` is NEW_ACCOUNT_MAILS, or null if the operator knows
 * all account holders.
 */
export function mailLimitsAt(
  plan: PlanName,
  age: number,
  first: number | null,
): MailLimits & { isNew: boolean } {
  const limits = mailLimits[plan];
  const step = growth.find(({ days }) => age < days * mailSpans.day);
  const most = first === null || !step ? Infinity : first * shareOfPlan[plan] * step.times;
  return {
    perHour: Math.min(limits.perHour, most),
    perDay: Math.min(limits.perDay, most),
    perAddressPerDay: Math.min(limits.perAddressPerDay, most),
    isNew: most < limits.perDay,
  };
}

/**
 * The state of one limit. `filling` is the time (ms UTC) of the email that has to leave the window of `span` ms
 * before another can be sent; null if the limit is not reached.
 */
export type MailWindow = { span: number; filling: number | null };

/**
 * Returns when one more email can be sent (ms UTC): now, or when the oldest email leaves a window that is full.
 */
export function nextMailWindow(windows: readonly MailWindow[], now: number): number {
  return Math.max(now, ...windows.map(({ span, filling }) => (filling === null ? now : filling + span)));
}

export function refuseMail(
  plan: PlanName,
  limits: MailLimits & { isNew: boolean },
  slot: number,
  now: number,
): Refusal {
  const { perHour, perDay, perAddressPerDay } = limits;
  const whose = limits.isNew
    ? `New accounts have lower limits, and yours on the ${plans[plan].title} plan`
    : `Your ${plans[plan].title} plan`;
  const refusal = refuse(
    'mail-limit',
    `${whose} allows up to ${perHour} invitations and reminders an hour, ${perDay} a day, ` +
      `and ${perAddressPerDay} a day to one address. Nothing was sent. Try again later.`,
    { perHour, perDay, perAddress: perAddressPerDay },
  );
  return later(refusal, slot, now);
}

/** Refuses the email and names the address, because the sender may have entered several. */
export function refuseStrangerMail(address: string, slot: number, now: number): Refusal {
  const refusal = refuse(
    'mail-limit-address',
    `${address} can get up to ${MAX_STRANGER_MAILS_PER_DAY} emails a day in total from senders it has never responded to, ` +
      `and has reached that limit. Nothing was sent. Try again later, or contact them another way.`,
    { email: address, max: MAX_STRANGER_MAILS_PER_DAY },
  );
  return later(refusal, slot, now);
}

function later(refusal: Refusal, slot: number, now: number): Refusal {
  return { ...refusal, retryAfter: Math.max(1, Math.ceil((slot - now) / 1000)) };
}
