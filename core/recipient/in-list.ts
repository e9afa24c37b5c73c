import { mustAct, type RecipientRole, type RecipientStatus } from './recipient.ts';

/** A recipient as far as a list of documents tells of them. */
export type PersonInList = {
  name: string;
  email: string;
  /** Signed or approved. */
  done: boolean;
  /** Asked, and not done: the document waits for them. */
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

/** So many are shown in a row; of the others, how many they are. */
export const shownInList = 4;

/** For whom a document waits: the first by name, and how many more; null when for nobody. */
export function waitingFor(people: readonly PersonInList[]): { name: string; more: number } | null {
  const [first, ...others] = people.filter(({ asked }) => asked);
  return first ? { name: first.name || first.email, more: others.length } : null;
}

/** Null when nobody has, or when whoever did was erased. */
export function declinedBy(people: readonly PersonInList[]): string | null {
  const person = people.find(({ declined }) => declined);
  return person?.name || person?.email || null;
}
