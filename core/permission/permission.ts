import { refuse, type Refusal } from '../refusal.ts';
import { accountRules } from './account.ts';
import { brandRules } from './brand.ts';
import { contactRules } from './contact.ts';
import { documentRules } from './document.ts';
import { folderRules } from './folder.ts';
import { keyRules } from './key.ts';
import type { Member, Rules } from './member.ts';
import { teamRules } from './team.ts';
import { templateRules } from './template.ts';
import { webhookRules } from './webhook.ts';

const rules = {
  account: accountRules,
  brand: brandRules,
  contact: contactRules,
  document: documentRules,
  folder: folderRules,
  key: keyRules,
  team: teamRules,
  template: templateRules,
  webhook: webhookRules,
} as const;

type Nouns = typeof rules;
/** An action on a noun, such as 'document.send'. */
export type Permission = { [Noun in keyof Nouns]: `${Noun}.${keyof Nouns[Noun] & string}` }[keyof Nouns];

const rolesFor = new Map(
  Object.entries(rules as Record<string, Rules>).flatMap(([noun, acts]) =>
    Object.entries(acts).map(([act, roles]) => [`${noun}.${act}` as Permission, roles] as const),
  ),
);

export const permissions: readonly Permission[] = [...rolesFor.keys()];

/** Returns true if the member has the permission. An unknown role has none. */
export function may({ role, withoutPlan = false }: Member, permission: Permission): boolean {
  const acting = withoutPlan && role !== 'owner' ? 'viewer' : role;
  return rolesFor.get(permission)?.includes(acting) ?? false;
}

/** Checked before every action of a member. Returns why it is not permitted. */
export function mustBeAllowed(member: Member, permission: Permission): Refusal | undefined {
  if (may(member, permission)) return undefined;
  if (may({ role: member.role }, permission)) {
    return refuse(
      'plan-without-team',
      'This account’s plan no longer includes a team, so you have read-only access. Nothing is lost. Ask an owner of the account to choose Business.',
    );
  }
  return refuse(
    'not-permitted',
    'Your role in this account does not allow this. Ask an owner of the account.',
  );
}

/** Returns all permissions of the member, so that the client can hide controls that would be refused. */
export function allowedTo(member: Member): Permission[] {
  return permissions.filter((permission) => may(member, permission));
}
