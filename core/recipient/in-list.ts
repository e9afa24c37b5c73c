import { mustAct, type RecipientRole, type RecipientStatus } from './recipient.ts';

/** The part of a recipient that lists of documents show. */
export type PersonInList = {
  name: string;
  email: string;
  /** Signed or approved. */
  done: boolean;
  /** True if the recipient is invited and has not acted, so the document is waiting for them. */
  asked: boolean;
  declined: boolean;
};

export function personInList(of: {
  name: string;
  email: string;
  role: RecipientRole;
  status: RecipientStatus;
}): PersonInList {
  const { name, email, status } = of;
  return {
    name,
    email,
    done: status === 'signed' || status === 'approved',
    asked: mustAct(of) && (status === 'invited' || status === 'opened'),
    declined: status === 'declined',
  };
}

/** Number of people shown in a row; the others are counted. */
export const shownInList = 4;

/** Returns who the document is waiting for: the first person's name and the number of others, or null. */
export function waitingFor(people: readonly PersonInList[]): { name: string; more: number } | null {
  const [first, ...others] = people.filter(({ asked }) => asked);
  return first ? { name: first.name || first.email, more: others.length } : null;
}

/** Returns null if no one declined, or if the person who did was erased. */
export function declinedBy(people: readonly PersonInList[]): string | null {
  const person = people.find(({ declined }) => declined);
  return person?.name || person?.email || null;
}
