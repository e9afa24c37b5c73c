import { nameProblem } from '../person/name.ts';
import type { EventData } from '../trail/event.ts';
import { mailAddress } from '../recipient/mail-address.ts';
import type { RolePerson } from '../template/roles.ts';

/** Maximum number of roles whose people the visitor of a form names. */
export const MAX_NAMED = 10;

/**
 * Daily limits on invitations to people whom visitors of public forms named: per address, and for all people
 * named by one visitor.
 */
export const namedADay = { perAddress: 3, perVisitor: 12 } as const;

/** 'same': the address is the visitor's or that of another named person. */
export type NamedProblem = 'name' | 'email' | 'same';
/** A person whom the visitor of a form named for a role. */
export type NamedPerson = Pick<RolePerson, 'roleId' | 'name' | 'email'>;

const MAX_NAME = 200;

/**
 * Parses the people whom a form visitor entered for these roles. Every person needs a different address, so
 * that no visitor can sign in two roles with one mailbox.
 */
export function readNamedPeople(
  roles: readonly string[],
  typed: (roleId: string) => { name: string; email: string },
  visitor: string,
): { people: NamedPerson[]; problems: ReadonlyMap<string, NamedProblem> } {
  const people: NamedPerson[] = [];
  const problems = new Map<string, NamedProblem>();
  const taken = new Set([visitor.toLowerCase()]);
  for (const roleId of roles) {
    const given = typed(roleId);
    const [name, email] = [given.name.trim(), mailAddress(given.email)];
    if (name === '' || name.length > MAX_NAME || nameProblem(name)) problems.set(roleId, 'name');
    else if (email === undefined) problems.set(roleId, 'email');
    else if (taken.has(email.toLowerCase())) problems.set(roleId, 'same');
    else people.push({ roleId, name, email });
    if (email !== undefined) taken.add(email.toLowerCase());
  }
  return { people, problems };
}

/** Returns true if a visitor named this recipient, according to the data of the event `form_answered`. */
export function isNamedIn({ named }: EventData, recipientId: string): boolean {
  return String(named ?? '')
    .split(' ')
    .includes(recipientId);
}
