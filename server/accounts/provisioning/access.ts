import type { FastifyRequest } from 'fastify';
import type { AccountEventType } from '#core/account/event.ts';
import { domainOf } from '#core/account/sign-on.ts';
import { isRefusal, refuse, type Refusal } from '#core/refusal.ts';
import { newId } from '../../foundation/db/new-id.ts';
import type { Tx } from '../../foundation/db/transaction.ts';
import { recordAccountEvent } from '../../records/account-event-store.ts';
import { directoryIdentity, joinGroups } from '../sign-in/provisioned-person.ts';
import { refuseNewcomer } from '../../records/sign-up-door.ts';
import { findSignOn } from '../sign-in/sign-on-store.ts';
import { removeFromTeam } from '../team/change-member.ts';
import { findByAddress, withdraw } from '../team/invitation-store.ts';
import { inviteToTeam } from '../team/invite-member.ts';
import type { Team } from '../team/team-store.ts';
import type { ProvisioningDeps } from './deps.ts';
import type { Directory } from './directory.ts';
import type { Person } from './people.ts';

/** `mayInvite` counts an email to an address, or returns why no email may be sent now. */
export type ProvisioningParts = ProvisioningDeps & {
  mayInvite: (accountId: string, email: string) => Refusal | undefined;
};

/** Context for a change by a directory, in a transaction that has locked the team. */
export type Changing = {
  tx: Tx;
  services: ProvisioningParts;
  directory: Directory;
  request: FastifyRequest;
  team: Team;
  accountId: string;
  now: number;
};

/** Data that a directory sends about a person. */
export type Given = {
  userName: string;
  email: string;
  externalId: string | null;
  givenName: string;
  familyName: string;
};

/** Makes a person a member, or invites them. */
export async function giveAccess(changing: Changing, id: string, given: Given): Promise<Refusal | undefined> {
  const { tx, accountId, now } = changing;
  await tx
    .updateTable('provisioned_people')
    .set({ user_id: null, active: true, updated_at: new Date(now) })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
  const signOn = await findSignOn(tx, accountId);
  const isOwnDomain = signOn?.verifiedAt && domainOf(given.email) === signOn.domain;
  return isOwnDomain ? becomeMember(changing, id, given) : invite(changing, given.email);
}

/**
 * Adds a person in the account's own domain as a member. The account's provider vouches for them when they
 * sign in.
 */
async function becomeMember(changing: Changing, id: string, given: Given): Promise<Refusal | undefined> {
  const { tx, services, directory, accountId, now } = changing;
  const { email, givenName, familyName } = given;
  const newcomer = { email, confirmedAt: now, bySignOn: true };
  const refused = await refuseNewcomer(tx, services.config, newcomer, now);
  if (refused) return refused;
  const invitation = await findByAddress(tx, accountId, email);
  const isOpen = invitation && invitation.role !== 'owner' && invitation.expires_at.getTime() > now;
  const role = isOpen ? invitation.role : directory.token.role;
  if (invitation) await withdraw(tx, invitation, now);
  const userId = newId(now);
  await tx
    .insertInto('users')
    .values({
      account_id: accountId,
      id: userId,
      role,
      ...directoryIdentity(accountId, id),
      email,
      first_name: givenName,
      last_name: familyName,
      created_at: new Date(now),
    })
    .execute();
  await tx
    .updateTable('provisioned_people')
    .set({ user_id: userId })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
  await joinGroups(tx, { accountId, userId }, id);
  await record(changing, 'person_provisioned', `${email}: ${role}`);
  return undefined;
}

/**
 * Invites a person outside the account's domain, who must consent. An invitation that can still be accepted
 * remains, with its role.
 */
async function invite(changing: Changing, email: string): Promise<Refusal | undefined> {
  const { tx, services, directory, request, team, accountId, now } = changing;
  const open = await findByAddress(tx, accountId, email);
  if (open && open.expires_at.getTime() > now) return undefined;
  const wait = services.mayInvite(accountId, email.toLowerCase());
  if (wait) return wait;
  const { user, token } = directory;
  const invited = await inviteToTeam(tx, services, { user, team, request }, { email, role: token.role });
  if (isRefusal(invited)) return invited;
  await record(changing, 'person_provisioned', `${email}: ${token.role}, invited`);
  return undefined;
}

/** Ends the membership as an owner would, or withdraws the invitation. A directory cannot remove an owner. */
export async function endAccess(changing: Changing, person: Person): Promise<Refusal | undefined> {
  const { tx, services, directory, team, accountId, now } = changing;
  if (person.role === 'owner') return ownerStays;
  if (person.role === null) await withdrawInvitation(changing, person.email);
  else {
    const by = { user: directory.user, members: team.members };
    const refused = await removeFromTeam(tx, services, by, { memberId: person.userId!, isConfirmed: false });
    if (refused) return refused;
  }
  await tx
    .updateTable('provisioned_people')
    .set({ active: false, updated_at: new Date(now) })
    .where('account_id', '=', accountId)
    .where('id', '=', person.id)
    .execute();
  await record(changing, 'person_deprovisioned', person.email);
  return undefined;
}

export async function withdrawInvitation({ tx, accountId, now }: Changing, email: string): Promise<void> {
  const open = await findByAddress(tx, accountId, email);
  if (open && open.role !== 'owner') await withdraw(tx, open, now);
}

function record(
  { tx, directory: { user, token }, accountId, now }: Changing,
  type: AccountEventType,
  what: string,
): Promise<void> {
  const event = { type, userId: user.userId, ip: user.ip, detail: `${what} (${token.name})` };
  return recordAccountEvent(tx, accountId, event, now);
}

const ownerStays = refuse(
  'not-permitted',
  'A directory cannot remove an owner. Another owner can remove them or change their role in Countersign first.',
);
