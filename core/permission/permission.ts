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
/** An act on a noun: 'document.send'. */
export type Permission = { [Noun in keyof Nouns]: `${Noun}.${keyof Nouns[Noun] & string}` }[keyof Nouns];

const rolesFor = new Map(
  Object.entries(rules as Record<string, Rules>).flatMap(([noun, acts]) =>
    Object.entries(acts).map(([act, roles]) => [`${noun}.${act}` as Permission, roles] as const),
  ),
);

export const permissions: readonly Permission[] = [...rolesFor.keys()];

/** Whether this member may do it. A role that no rule names may do nothing. */
export function may({ role, withoutPlan = false }: Member, permission: Permission): boolean {
  const acting = withoutPlan && role !== 'owner' ? 'viewer' : role;
  return rolesFor.get(permission)?.includes(acting) ?? false;
}

/** Stands before every act of a member: why this one may not do it. */
export function mustBeAllowed(member: Member, permission: Permission): Refusal | undefined {
  if (may(member, permission)) return undefined;
  if (may({ role: member.role }, permission)) {
    return refuse(
      'team-without-plan',
      'The plan of this account has no team in it any more, so you can only read. Nothing is lost: ask an owner of the account to choose Business.',
    );
  }
  return refuse(
    'not-permitted',
    'Your role in this account does not let you do this. Ask somebody who owns the account.',
  );
}

/** All that this member may do, for the client to show no button in vain. */
export function allowedTo(member: Member): Permission[] {
  return permissions.filter((permission) => may(member, permission));
}
