import { fold } from '../language/fold.ts';
import { listed, quoted } from '../language/quoted.ts';
import { isRefusal, refuse, type Refusal } from '../refusal.ts';
import type { TemplateRole } from './roles.ts';

/**
 * A person in a request takes a role by its name or id. If only one role needs a person, neither is required.
 */
type NamesRole = { role?: string | undefined; roleId?: string | undefined };
type Role = Pick<TemplateRole, 'id' | 'name' | 'person'>;

/** Returns the people with the id of the role that each of them takes. */
export function nameRoles<Person extends NamesRole>(
  roles: readonly Role[],
  people: readonly Person[],
): (Person & { roleId: string })[] | Refusal {
  const named: (Person & { roleId: string })[] = [];
  for (const person of people) {
    const role = roleOf(roles, person);
    if (isRefusal(role)) return role;
    if (named.some(({ roleId }) => roleId === role.id))
      return refuse(
        'template-roles-mismatch',
        `Two people are given for the role ‘${quoted(role.name)}’. Name one person for each role of the template.`,
      );
    named.push({ ...person, roleId: role.id });
  }
  return named;
}

function roleOf(roles: readonly Role[], { role: name, roleId }: NamesRole): Role | Refusal {
  if (roleId !== undefined)
    return roles.find(({ id }) => id === roleId.toLowerCase()) ?? unknown(roles, roleId);
  if (name === undefined) {
    const open = roles.filter(({ person }) => !person);
    const [only, ...others] = roles.length === 1 ? roles : open;
    return only && others.length === 0
      ? only
      : refuse(
          'template-roles-mismatch',
          `Use \`role\` to say which role each person takes. The roles are: ${listed(roles.map((one) => one.name))}.`,
        );
  }
  const exact = roles.filter((one) => one.name === name.normalize('NFC').trim());
  const matches = exact.length > 0 ? exact : roles.filter((one) => fold(one.name) === fold(name));
  const [role] = matches;
  if (!role) return unknown(roles, name);
  return matches.length === 1
    ? role
    : refuse(
        'role-name-ambiguous',
        `${matches.length} roles are called ‘${quoted(name)}’. Name each by its \`roleId\`: ${matches.map(({ id }) => id).join(', ')}.`,
        { name: quoted(name) },
      );
}

function unknown(roles: readonly Role[], name: string): Refusal {
  const known = listed(roles.map((one) => one.name));
  return refuse(
    'role-name-unknown',
    `This template has no role ‘${quoted(name)}’. Its roles are: ${known}.`,
    { name: quoted(name), known },
  );
}
