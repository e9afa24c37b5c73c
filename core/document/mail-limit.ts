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

export const mailSpans = { hour: 3_600_000, day: 86_400_000 } as const;

/** One limit as it stands. `filling`: the mail (when it went out, ms UTC) that has to be older than `span` first. */
export type MailWindow = { span: number; filling: number | null };

/** When one more mail may go out (ms UTC): at once, or as soon as the oldest that fills a window leaves it. */
export function mailSlot(windows: readonly MailWindow[], now: number): number {
  return Math.max(now, ...windows.map(({ span, filling }) => (filling === null ? now : filling + span)));
}

export function refuseMail(plan: PlanName, slot: number, now: number): Refusal {
  const { anHour, aDay, toOneAddressADay } = mailLimits[plan];
  const refusal = refuse(
    'mail-limit',
    `Your ${plans[plan].title} plan sends up to ${anHour} invitations and reminders an hour, ${aDay} a day, ` +
      `and ${toOneAddressADay} a day to one address. Nothing was sent. Try again later.`,
    { anHour, aDay, toOneAddress: toOneAddressADay },
  );
  return { ...refusal, retryAfter: Math.max(1, Math.ceil((slot - now) / 1000)) };
}
