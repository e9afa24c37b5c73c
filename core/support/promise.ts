import { offers, type PlanName } from '../plan/plans.ts';

/** Within this time the operator answers, as the page of the support says to everybody. Ms. */
export const answeredWithin = 24 * 3_600_000;

/** Who writes: the plan of their account; null for a visitor, and where nothing is sold. */
export type WrittenOn = { plan: PlanName | null; at: number };

/** The promise for a message: whether it comes before those of others, and until when it is answered, ms UTC. */
export function promiseFor({ plan, at }: WrittenOn): { priority: boolean; dueAt: number } {
  return { priority: plan !== null && offers(plan, 'support'), dueAt: at + answeredWithin };
}

/** Where a message stands in the queue. */
export const supportStates = ['waiting', 'answered', 'closed'] as const;
export type SupportState = (typeof supportStates)[number];

export function supportState(message: { waitsSince: number | null; closedAt: number | null }): SupportState {
  if (message.closedAt !== null) return 'closed';
  return message.waitsSince === null ? 'answered' : 'waiting';
}

/** Whether somebody waits for longer than was promised. */
export function isOverdue(
  message: { waitsSince: number | null; closedAt: number | null; dueAt: number },
  now: number,
): boolean {
  return supportState(message) === 'waiting' && now > message.dueAt;
}
