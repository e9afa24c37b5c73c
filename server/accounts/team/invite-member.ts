import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { InvitationView } from '#contract/accounts/team.ts';
import { addressDisposable, isDisposable, signUpClosed } from '#core/account/sign-up.ts';
import { INVITATION_DAYS, MAX_INVITATIONS, mustHaveTeam, type InvitedRole } from '#core/account/team.ts';
import { refuseUnsolicited } from '#core/mail/unsolicited.ts';
import { mustBeAllowed } from '#core/permission/permission.ts';
import { refuse, type Refusal } from '#core/refusal.ts';
import { newId } from '../../foundation/db/new-id.ts';
import { inTransaction, type Tx } from '../../foundation/db/transaction.ts';
import type { SignedInUser } from '../../foundation/http/session.ts';
import { insertIdentityMail, redeemMail } from '../identity-provider/identity-mail-store.ts';
import { requestOrigin } from '../identity-provider/notify-owner.ts';
import { refuseByChoice } from '../../records/mail-choice-store.ts';
import { recordAccountEvent } from '../../records/account-event-store.ts';
import { countUnsolicited } from '../../records/unsolicited-mail-store.ts';
import { isKnownAddress } from '../../records/sign-up-door.ts';
import type { TeamDeps } from './deps.ts';
import {
  countOpen,
  findByAddress,
  lockOpenInvitation,
  withdraw,
  type InvitationRow,
} from './invitation-store.ts';
import { invitationView } from './team-view.ts';
import { lockTeam, nameOfUser, titleOfAccount, type Team } from './team-store.ts';

type Parts = Pick<TeamDeps, 'db' | 'clock' | 'plans' | 'jobs' | 'config'>;

/**
 * Invites an address. If it is already invited, the invitation gets the new role and a new link, and the
 * previous link stops working.
 */
export function inviteMember(
  services: Parts,
  user: SignedInUser,
  invited: { email: string; role: InvitedRole },
  request: FastifyRequest,
): Promise<InvitationView | Refusal> {
  return inTransaction(services.db, async (tx) => {
    const team = await lockTeam(tx, user.accountId, services);
    return inviteToTeam(tx, services, { user, team, request }, invited);
  });
}

/** Like `inviteMember`, in a transaction that has locked the team. */
export async function inviteToTeam(
  tx: Tx,
  services: Parts,
  { user, team, request }: { user: SignedInUser; team: Team; request: FastifyRequest },
  { email, role }: { email: string; role: InvitedRole },
): Promise<InvitationView | Refusal> {
  const { accountId, userId, ip } = user;
  const now = services.clock();
  const refusal = await refuseInvitation(services, tx, team, { accountId, userId, email });
  if (refusal) return refusal;
  const before = await findByAddress(tx, accountId, email);
  if (!before && (await countOpen(tx, accountId)) >= MAX_INVITATIONS) return tooMany;
  const full = await refuseFull(tx, email, now);
  if (full) return full;
  if (before) await withdraw(tx, before, now);
  const mailId = await mailInvitation(services, tx, user, email, request);
  const row = {
    account_id: accountId,
    id: newId(now),
    email,
    role,
    invited_by: userId,
    mail_id: mailId,
    created_at: new Date(now),
    expires_at: endOf(now),
  };
  await tx.insertInto('member_invitations').values(row).execute();
  const event = { type: 'member_invited' as const, userId, ip, detail: `${email}: ${role}` };
  await recordAccountEvent(tx, accountId, event, now);
  return invitationView({ ...row, inviter: nameOfUser(user), state: 'queued' }, now);
}

/** Sends another email, whose link replaces the previous one. */
export function resendInvitation(
  services: Parts,
  user: SignedInUser,
  id: string,
  request: FastifyRequest,
): Promise<Refusal | undefined> {
  const { accountId, userId } = user;
  const now = services.clock();
  return inTransaction(services.db, async (tx) => {
    const team = await lockTeam(tx, accountId, services);
    const row = await lockOpenInvitation(tx, { accountId, id });
    if (!row) return unknown;
    const refusal = await refuseInvitation(services, tx, team, { accountId, userId, email: row.email });
    if (refusal) return refusal;
    const full = await refuseFull(tx, row.email, now);
    if (full) return full;
    await redeemMail(tx, row.mail_id, now);
    const mail_id = await mailInvitation(services, tx, user, row.email, request);
    await save(tx, row, { mail_id, invited_by: userId, expires_at: endOf(now) });
    return undefined;
  });
}

export function withdrawInvitation(
  services: Pick<Parts, 'db' | 'clock' | 'plans'>,
  { accountId, userId, ip }: SignedInUser,
  id: string,
): Promise<Refusal | undefined> {
  const now = services.clock();
  return inTransaction(services.db, async (tx) => {
    const team = await lockTeam(tx, accountId, services);
    const refusal = mustStillManage(team, userId);
    if (refusal) return refusal;
    const row = await lockOpenInvitation(tx, { accountId, id });
    if (!row) return unknown;
    await withdraw(tx, row, now);
    const event = { type: 'invitation_withdrawn' as const, userId, ip, detail: row.email };
    await recordAccountEvent(tx, accountId, event, now);
    return undefined;
  });
}

async function refuseInvitation(
  { clock, config: { signUp, disposableDomains } }: Parts,
  tx: Tx,
  team: Team,
  { accountId, userId, email }: { accountId: string; userId: string; email: string },
): Promise<Refusal | undefined> {
  const refusal = mustStillManage(team, userId) ?? mustHaveTeam(team.plan);
  if (refusal) return refusal;
  if (await isMember(tx, accountId, email)) return alreadyMember;
  // Refuses an invitation that could not be accepted, before an email is sent.
  if (isDisposable(disposableDomains, email)) return addressDisposable;
  if (signUp.kind === 'closed' && !(await isKnownAddress(tx, email))) return signUpClosed;
  return refuseByChoice(tx, accountId, [email.toLowerCase()], clock());
}

/** Also counts the email, so this must be the last check. */
async function refuseFull(tx: Tx, email: string, now: number): Promise<Refusal | undefined> {
  const wait = await countUnsolicited(tx, { kind: 'join-account', address: email }, now);
  return wait > 0 ? refuseUnsolicited(email, wait) : undefined;
}

/** The inviting member may have been removed or demoted since the request began. */
function mustStillManage({ members }: Team, userId: string): Refusal | undefined {
  const member = members.find(({ id }) => id === userId);
  return mustBeAllowed(member ?? { role: 'none' as never }, 'team.manage');
}

async function isMember(tx: Tx, accountId: string, email: string): Promise<boolean> {
  const row = await tx
    .selectFrom('users')
    .select('id')
    .where('account_id', '=', accountId)
    .where('removed_at', 'is', null)
    .where('email_confirmed_at', 'is not', null)
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst();
  return row !== undefined;
}

async function mailInvitation(
  { jobs, clock }: Parts,
  tx: Tx,
  user: SignedInUser,
  address: string,
  request: FastifyRequest,
): Promise<string> {
  const { accountId, userId } = user;
  const { language } = requestOrigin(request);
  const account = await titleOfAccount(tx, accountId);
  const facts = { ...(language && { language }), inviter: nameOfUser(user), account };
  const mail = { member: { accountId, userId }, kind: 'join-account', to: { name: '', address } } as const;
  const mailId = await insertIdentityMail(tx, { ...mail, facts }, clock());
  await jobs.enqueue(tx, 'send-identity-mail', { mailId });
  return mailId;
}

async function save(tx: Tx, row: InvitationRow, change: Partial<InvitationRow>): Promise<void> {
  await tx
    .updateTable('member_invitations')
    .set(change)
    .where('account_id', '=', row.account_id)
    .where('id', '=', row.id)
    .execute();
}

const endOf = (now: number): Date => new Date(now + INVITATION_DAYS * 86_400_000);

const unknown = refuse('not-found', 'This invitation was already accepted or withdrawn.');
export const alreadyMember = refuse('already-member', 'This person is already in the account.');
const tooMany = refuse(
  'too-many-requests',
  'Too many invitations are pending. Withdraw some before you send more.',
);
