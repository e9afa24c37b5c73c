import { mailAddress } from '../recipient/mail-address.ts';
import { nameProblem, refuseName } from '../person/name.ts';
import type { PersonSettings } from './settings.ts';
import type { RecipientRole } from '../recipient/recipient.ts';
import { isRefusal, refuse, type Refusal } from '../refusal.ts';

/** A participant before the person is known, such as 'Signer 1'. `turn` is as in Recipient. */
export type TemplateRole = {
  id: string;
  name: string;
  role: RecipientRole;
  turn: number;
  /** Settings for the person; absent in old copies made for bulk sends. */
  settings?: PersonSettings;
  /** Default person, who takes the role unless the request names another person. */
  person?: FixedPerson | null;
};

/** If the name is empty, the address is shown. */
export type FixedPerson = { email: string; name: string };

/** A person who takes a role when a template is used. */
export type RolePerson = { roleId: string; email: string; name: string; sendEmail?: boolean | undefined };

const words: Record<RecipientRole, string> = {
  signer: 'Signer',
  approver: 'Approver',
  viewer: 'Viewer',
  cc: 'Copy',
};

/**
 * Returns one role per recipient, in order and with new ids. Names and addresses are not copied. Returns a
 * single signer role if there are no recipients.
 */
export function placeholderRoles(
  recipients: readonly Pick<TemplateRole, 'role' | 'turn' | 'settings'>[],
  nextId: () => string,
): TemplateRole[] {
  const people: readonly Pick<TemplateRole, 'role' | 'turn' | 'settings'>[] =
    recipients.length > 0 ? recipients : [{ role: 'signer', turn: 1 }];
  const counts = new Map<RecipientRole, number>();
  return people.map(({ role, turn, settings }) => {
    const number = (counts.get(role) ?? 0) + 1;
    counts.set(role, number);
    return { id: nextId(), name: `${words[role]} ${number}`, role, turn, ...(settings && { settings }) };
  });
}

/**
 * Refuses a role that needs an access code in bulk operations, where no one can set a code for each document.
 */
export function roleNeedsCode(name: string): Refusal {
  return refuse(
    'access-code-required',
    `${name} requires an access code, which is set for each document. Switch it off in the template, or use the template for one document at a time.`,
    { name },
  );
}

/** A role and the person assigned to it. */
export type Cast = { role: TemplateRole; email: string; name: string };

/**
 * Assigns a person to every role, in role order: the person in the request, or else the default person. Refuses
 * if a role or a person remains.
 */
export function castRoles(roles: readonly TemplateRole[], people: readonly RolePerson[]): Cast[] | Refusal {
  const byRole = new Map(people.map((person) => [person.roleId, person]));
  const cast: Cast[] = [];
  for (const role of roles) {
    const person = byRole.get(role.id) ?? role.person;
    if (!person) return mismatch(`Enter an email address for ${role.name}.`);
    const checked = checkPerson(role.name, person);
    if (isRefusal(checked)) return checked;
    cast.push({ role, ...checked });
    byRole.delete(role.id);
  }
  if (byRole.size > 0 || people.length > roles.length)
    return mismatch('Add exactly one person for each role of the template. Reload to see its roles.');
  return cast;
}

/** Returns the person in stored form, or why they cannot take the role. */
export function checkPerson(
  role: string,
  person: FixedPerson & Pick<RolePerson, 'sendEmail'>,
): FixedPerson | Refusal {
  const isDelivered = person.sendEmail === false && person.email.trim() === '';
  const email = isDelivered ? '' : mailAddress(person.email);
  const name = person.name.trim();
  if (email === undefined)
    return refuse('recipient-address-invalid', `Enter a valid email address for ${role}.`);
  const problem = nameProblem(name);
  return problem ? refuseName('recipient-name-invalid', `The name for ${role}`, problem) : { email, name };
}

function mismatch(detail: string): Refusal {
  return refuse('template-roles-mismatch', detail);
}
