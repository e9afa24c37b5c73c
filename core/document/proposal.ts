import { refuse, type Refusal } from '../refusal.ts';

/** Actions that send email or end a document. A program can propose them, and a person has to confirm. */
export const proposedActs = ['send', 'remind', 'void'] as const;
export type ProposedAct = (typeof proposedActs)[number];

/** Lifetime of a proposal in ms. */
export const proposalLasts = 7 * 86_400_000;

export const proposalStates = ['open', 'confirmed', 'dismissed', 'over'] as const;
export type ProposalState = (typeof proposalStates)[number];

/** State of a proposal that decides whether it can still be confirmed or dismissed. Times are ms UTC. */
export type Decided = { createdAt: number; decision: 'confirmed' | 'dismissed' | null };

export function stateOfProposal({ createdAt, decision }: Decided, now: number): ProposalState {
  return decision ?? (now >= createdAt + proposalLasts ? 'over' : 'open');
}

/** Refuses the confirmation if the state that the person saw (`seen`) differs from the current one (`now`). */
export function mustBeConfirmable(
  proposal: Decided,
  { seen, current }: { seen: string; current: string },
  now: number,
): Refusal | undefined {
  if (stateOfProposal(proposal, now) !== 'open') return decided;
  return seen === current ? undefined : changed;
}

export const decided = refuse(
  'proposal-closed',
  'This proposal was already decided or has expired. Check the document’s current status.',
);
const changed = refuse(
  'proposal-changed',
  'The document changed after you reviewed it, so nothing was done. Review it again, then confirm.',
);
