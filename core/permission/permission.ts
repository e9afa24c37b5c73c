import { refuse, type Refusal } from '../refusal.ts';
import { allRoles, managers, owners, writers, type Member, type Rules } from './member.ts';

/** The roles that may do each action. Documents, folders and templates: those that the member can see. */
const rules = {
  account: {
    /** Usage, limits and plan of the account. */
    read: allRoles,
    /** Choose, pay, change and cancel its plan. */
    pay: owners,
    /** The account's event log. */
    audit: managers,
    /** Name of the account, and its requirements for members. */
    settings: managers,
    /** Export everything. */
    export: owners,
    /** Delete the account. */
    close: owners,
  },
  /** Everyone who receives emails of the account sees its brand. */
  brand: { read: allRoles, edit: managers },
  contact: { read: allRoles, edit: writers },
  document: {
    read: allRoles,
    draft: writers,
    send: writers,
    /** While it is pending: remind, extend, correct, end it, and sign in person on this device. */
    manage: writers,
    /** Let a program show a recipient's page in a frame. */
    embed: writers,
    delete: writers,
    /** Set and lift a legal hold, and erase a person after the retention period. */
    retain: managers,
  },
  folder: { read: allRoles, edit: writers, delete: writers },
  /** API keys. */
  key: { manage: managers },
  /** core/account/team.ts decides which members these apply to. */
  team: {
    /** The members with name, address and role. */
    read: allRoles,
    /** Invite, change roles, remove. */
    manage: managers,
    /** Appoint owners, and demote them. */
    own: owners,
  },
  template: {
    read: allRoles,
    /** Create a document from it. */
    use: writers,
    edit: writers,
    delete: writers,
  },
  /** Adding one decides where the account's events are sent. */
  webhook: { read: managers, edit: managers },
} as const satisfies Record<string, Rules>;

type Nouns = typeof rules;
/** An action on a noun, such as 'document.send'. */
export type Permission = { [Noun in keyof Nouns]: `${Noun}.${keyof Nouns[Noun] & string}` }[keyof Nouns];

const rolesFor = new Map(
  Object.entries<Rules>(rules).flatMap(([noun, acts]) =>
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
