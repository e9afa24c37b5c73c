import { mustAct, type RecipientRole, type RecipientStatus } from './recipient.ts';

/** The part of a recipient that is shown in document lists. */
export type PersonInList = {
  name: string;
  email: string;
  /** True if the recipient has signed or approved. */
  done: boolean;
  /** True if the recipient has been invited and has not acted, so that the document is waiting for them. */
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

/** Maximum number of people shown in a row. The others are counted. */
export const shownInList = 4;

/** Returns whom the document is waiting for: the name of the first person and the number of others, or null. */
export function waitingFor(people: readonly PersonInList[]): { name: string; more: number } | null {
  const [first, ...others] = people.filter(({ asked }) => asked);
  return first ? { name: first.name || first.email, more: others.length } : null;
}

/** Returns who declined; null if no one did, or if that person's data was erased. */
export function declinedBy(people: readonly PersonInList[]): string | null {
  const person = people.find(({ declined }) => declined);
  return person?.name || person?.email || null;
}
