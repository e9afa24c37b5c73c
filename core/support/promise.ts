import { offers, type PlanName } from '../plan/plans.ts';

/** Response time in ms that the support page promises to everyone. */
export const answeredWithin = 24 * 3_600_000;

/** The author of a message: the plan of their account; null for a visitor, or if plans are turned off. */
export type WrittenOn = { plan: PlanName | null; at: number };

/** Returns whether a message takes precedence, and by when (ms UTC) it is answered. */
export function promiseFor({ plan, at }: WrittenOn): { priority: boolean; dueAt: number } {
  return { priority: plan !== null && offers(plan, 'support'), dueAt: at + answeredWithin };
}

/** State of a message in the support queue. */
export const supportStates = ['waiting', 'answered', 'closed'] as const;
export type SupportState = (typeof supportStates)[number];

export function supportState(message: {
  waitingSince: number | null;
  closedAt: number | null;
}): SupportState {
  if (message.closedAt !== null) return 'closed';
  return message.waitingSince === null ? 'answered' : 'waiting';
}

/** Returns true if a message has waited longer than promised. */
export function isOverdue(
  message: { waitingSince: number | null; closedAt: number | null; dueAt: number },
  now: number,
): boolean {
  return supportState(message) === 'waiting' && now > message.dueAt;
}
