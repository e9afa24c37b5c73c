import { refuse, type Refusal } from '../refusal.ts';
import { allRoles, managers, owners, writers, type Member, type Rules } from './member.ts';

/**
 * Roles that can perform each action. For documents, folders and templates, this covers only those that the
 * member can see.
 */
const rules = {
  account: {
    /** See usage, limits and plan of the account. */
    read: allRoles,
    /** Choose, pay for, change and cancel the plan. */
    pay: owners,
    /** Read the account's event log. */
    audit: managers,
    /** Change the account's name and its requirements for members. */
    settings: managers,
    /** Export the whole account. */
    export: owners,
    /** Delete the account. */
    close: owners,
  },
  /** Everyone who receives emails from the account sees its brand. */
  brand: { read: allRoles, edit: managers },
  contact: { read: allRoles, edit: writers },
  document: {
    read: allRoles,
    draft: writers,
    send: writers,
    /** Manage a pending document: remind, extend, correct, void, and sign in person on this device. */
    manage: writers,
    /** Let a program embed a recipient's page in a frame. */
    embed: writers,
    delete: writers,
    /** Place and lift legal holds, and erase a person's data after the retention period. */
    retain: managers,
  },
  folder: { read: allRoles, edit: writers, delete: writers },
  /** Create and revoke API keys. */
  key: { manage: managers },
  /** core/account/team.ts decides which members can be changed. */
  team: {
    /** List the members with name, address and role. */
    read: allRoles,
    /** Invite and remove members, and change roles. */
    manage: managers,
    /** Appoint and demote owners. */
    own: owners,
  },
  template: {
    read: allRoles,
    /** Create a document from the template. */
    use: writers,
    edit: writers,
    delete: writers,
  },
  /** Adding an endpoint decides where the account's events are sent. */
  webhook: { read: managers, edit: managers },
} as const satisfies Record<string, Rules>;

type Nouns = typeof rules;
/** A permission for an action on a noun, such as 'document.send'. */
export type Permission = { [Noun in keyof Nouns]: `${Noun}.${keyof Nouns[Noun] & string}` }[keyof Nouns];

const rolesFor = new Map(
  Object.entries<Rules>(rules).flatMap(([noun, acts]) =>
    Object.entries(acts).map(([act, roles]) => [`${noun}.${act}` as Permission, roles] as const),
  ),
);

export const permissions: readonly Permission[] = [...rolesFor.keys()];

/** Returns true if the member has the permission. An unknown role has no permissions. */
export function may({ role, withoutPlan = false }: Member, permission: Permission): boolean {
  const acting = withoutPlan && role !== 'owner' ? 'viewer' : role;
  return rolesFor.get(permission)?.includes(acting) ?? false;
}

/** Returns why the member may not perform the action, or undefined. Checked before every action. */
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

/** Returns all permissions of the member, so that the client can hide controls for refused actions. */
export function allowedTo(member: Member): Permission[] {
  return permissions.filter((permission) => may(member, permission));
}
