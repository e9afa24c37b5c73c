import type { ReportedStep } from './report.ts';

/** The part of a trail event that is needed to compute durations. `at` is ISO 8601 in UTC. */
export type StepEvent = {
  type: string;
  at: string;
  actorId: string | null;
  recipientId: string | null;
  name: string;
  email: string;
};

const acts: Readonly<Record<string, ReportedStep['act']>> = {
  document_signed: 'signed',
  document_approved: 'approved',
  document_declined: 'declined',
};

/**
 * Returns when each recipient was invited, viewed and acted, and how long that took, in the order of invitation.
 */
export function stepsOf(events: readonly StepEvent[]): ReportedStep[] {
  const steps = new Map<string, ReportedStep>();
  for (const event of events) {
    const { type, at, name, email } = event;
    if ((type === 'invitation_issued' || type === 'link_due') && event.recipientId !== null) {
      const known = steps.get(event.recipientId);
      if (!known)
        steps.set(event.recipientId, {
          ...begun,
          recipientId: event.recipientId,
          name,
          email,
          invitedAt: at,
        });
      continue;
    }
    const step = steps.get(event.actorId ?? '');
    if (!step) continue;
    if (type === 'document_opened') step.openedAt ??= at;
    const act = acts[type];
    if (!act || step.act !== null) continue;
    Object.assign(step, { act, actedAt: at, name: name || step.name, email: email || step.email });
    step.durationMs = step.invitedAt === null ? null : Date.parse(at) - Date.parse(step.invitedAt);
  }
  return [...steps.values()];
}

const begun = { openedAt: null, actedAt: null, act: null, durationMs: null };
