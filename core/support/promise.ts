import { offers, type PlanName } from '../plan/plans.ts';

/**
 * Returns true if messages from this plan are answered first. Returns null for visitors, and if plans are turned
 * off.
 */
export function hasPriority(plan: PlanName | null): boolean {
  return plan !== null && offers(plan, 'support');
}

/** Returns when a reply is due (ms UTC), or null if the operator promises no response time. */
export function replyDueAt(now: number, hours: number | null): number | null {
  return hours === null ? null : now + hours * 3_600_000;
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

/** Returns true if a message has waited longer than the promised response time. */
export function isOverdue(
  message: { waitingSince: number | null; closedAt: number | null; dueAt: number | null },
  now: number,
): boolean {
  return message.dueAt !== null && supportState(message) === 'waiting' && now > message.dueAt;
}
