import { z } from 'zod';
import { groupRows } from '#contract/accounts/groups.ts';
import { sharingRows } from '#contract/documents/sharing.ts';
import { teamRows, type removalBody } from '#contract/accounts/team.ts';
import { hasTeam } from '#core/account/team.ts';
import { mailAddress } from '#core/recipient/mail-address.ts';
import { isRefusal, refuse, type Refusal } from '#core/refusal.ts';
import { burstLimiter, burstLimits } from '../../foundation/http/burst-limiter.ts';
import { clientOf } from '../../foundation/http/input/client-of.ts';
import type { App, Routes } from '../../foundation/http/fastify-app.ts';
import { serve } from '../../foundation/http/serve.ts';
import type { SignedInUser } from '../../foundation/http/session.ts';
import { findSignatureKinds, hasCopiesAsLinks, mustProtectLinks } from '../../records/account-settings.ts';
import { findAccountDefaults } from '../../records/defaults-store.ts';
import { accountReturnUrl } from '../../records/return-url-store.ts';
import { findAccountFormats } from '../../records/formats-store.ts';
import { requestOrigin } from '../identity-provider/notify-owner.ts';
import { confirmPerson, isConfirmedAct, passwordGate } from '../sign-in/password-gate.ts';
import { beginSession } from '../sign-in/begin-session.ts';
import type { TeamDeps } from './deps.ts';
import { acceptInvitation, previewInvitation } from './accept-invitation.ts';
import { canSignUpInvited, signUpInvited } from './sign-up-invited.ts';
import { accountRoutesOfPerson, enter } from './accounts-of-person.ts';
import { changeTeam } from './change-team.ts';
import { changeMember, removeMember } from './change-member.ts';
import { changeGroup, createGroup, deleteGroup, listGroups } from './groups.ts';
import { transferDocuments } from './hand-over.ts';
import { transferOwnership } from './transfer-ownership.ts';
import { addressOfInvitation } from './invitation-store.ts';
import { inviteMember, resendInvitation, withdrawInvitation } from './invite-member.ts';
import { listInvitations } from './list-invitations.ts';
import { listMembers } from './list-members.ts';
import { shareContact, shareFolder, shareTemplate } from './share-things.ts';
import { titlesOf } from './team-store.ts';

type Removal = z.output<typeof removalBody>;

/** Routes for the members and invitations of an account, and for the accounts of a person. */
export function teamRoutes(services: TeamDeps): Routes {
  return (app) => {
    people(app, services);
    invitations(app, services);
    joining(app, services);
    sharing(app, services);
    accountRoutesOfPerson(app, services);
  };
}

function people(app: App, services: TeamDeps): void {
  const { db, clock } = services;
  serve(app, teamRows.readTeam, async ({ user }) => {
    const [account] = await titlesOf(db, [user.accountId]);
    const { name, title, twoFactorRequired, retentionYears } = account!;
    const formats = await findAccountFormats(db, user.accountId);
    const kinds = await findSignatureKinds(db, user.accountId);
    const copiesAsLinks = await hasCopiesAsLinks(db, user.accountId);
    const returnUrl = await accountReturnUrl(db, user.accountId);
    const linksProtected = await mustProtectLinks(db, { accountId: user.accountId });
    return {
      name,
      title,
      twoFactorRequired,
      retentionYears,
      copiesAsLinks,
      linksProtected,
      returnUrl,
      signatureKinds: kinds && [...kinds],
      formats,
      defaults: await findAccountDefaults(db, user.accountId),
      hasTeam: hasTeam(user.plan),
    };
  });
  const gate = passwordGate(services);
  serve(app, teamRows.changeTeam, async ({ user, body: { password, ...change } }) => {
    const isConfirmed = await isConfirmedAct(gate, user, password);
    return isRefusal(isConfirmed) ? isConfirmed : changeTeam(services, user, { ...change, isConfirmed });
  });
  serve(app, teamRows.listMembers, ({ user }) => listMembers(db, user, clock()));
  serve(app, teamRows.changeMember, async ({ user, params: { id: memberId }, body: { role, password } }) => {
    if (!isId(memberId)) return unknown;
    const isConfirmed = await isConfirmedAct(gate, user, password);
    return isRefusal(isConfirmed)
      ? isConfirmed
      : changeMember(services, user, { memberId, role, isConfirmed });
  });
  const remove = async (
    user: SignedInUser,
    memberId: string,
    body: Removal,
  ): Promise<Refusal | undefined> => {
    const isConfirmed = await isConfirmedAct(gate, user, body?.password);
    if (isRefusal(isConfirmed)) return isConfirmed;
    return removeMember(services, user, { memberId, successorId: body?.successorId, isConfirmed });
  };
  serve(app, teamRows.removeMember, ({ user, params: { id }, body }) =>
    isId(id) ? remove(user, id, body) : unknown,
  );
  serve(app, teamRows.transferOwnership, async ({ user, body }) => {
    const confirmed = await confirmPerson(gate, user, body.password);
    return isRefusal(confirmed) ? confirmed : transferOwnership(services, user, body.memberId);
  });
  serve(app, teamRows.handOverDocuments, ({ user, body }) => transferDocuments(services, user, body));
  serve(app, teamRows.leaveTeam, async ({ user, body, reply }) => {
    const refusal = await remove(user, user.userId, body);
    if (!refusal) reply.clearCookie(app.sessionCookie.name, app.sessionCookie.options);
    return refusal;
  });
}

function invitations(app: App, services: TeamDeps): void {
  // Limited per address across all accounts as well as per account. Otherwise many accounts together could
  // flood one address.
  const toAddress = burstLimiter(burstLimits.mailToAddress, services.clock);
  const ofAccount = burstLimiter(burstLimits.mailsAskedFor, services.clock);
  const mayMail = (accountId: string, email: string) => {
    const wait = Math.max(toAddress.waitFor(email), ofAccount.waitFor(accountId));
    if (wait > 0) return { ...tooManyMails, retryAfter: wait };
    toAddress.count(email);
    ofAccount.count(accountId);
    return undefined;
  };
  serve(app, teamRows.listInvitations, ({ user }) =>
    listInvitations(services.db, user.accountId, services.clock()),
  );
  serve(app, teamRows.inviteMember, async ({ user, body, request }) => {
    const email = mailAddress(body.email);
    if (email === undefined) return emailInvalid;
    return (
      mayMail(user.accountId, email.toLowerCase()) ??
      inviteMember(services, user, { email, role: body.role }, request)
    );
  });
  serve(app, teamRows.resendInvitation, async ({ user, params: { id }, request }) => {
    if (!isId(id)) return unknown;
    const email = await addressOfInvitation(services.db, { accountId: user.accountId, id });
    if (email === undefined) return unknown;
    return mayMail(user.accountId, email.toLowerCase()) ?? resendInvitation(services, user, id, request);
  });
  serve(app, teamRows.withdrawInvitation, ({ user, params: { id } }) =>
    isId(id) ? withdrawInvitation(services, user, id) : unknown,
  );
}

function sharing(app: App, services: TeamDeps): void {
  serve(app, groupRows.listGroups, ({ user }) => listGroups(services.db, user.accountId));
  serve(app, groupRows.createGroup, ({ user, body }) => createGroup(services, user, body));
  serve(app, groupRows.changeGroup, ({ user, params, body }) =>
    changeGroup(services, user, { ...params, ...body }),
  );
  serve(app, groupRows.deleteGroup, ({ user, params }) => deleteGroup(services, user, params.id));
  serve(app, sharingRows.shareFolder, ({ user, params, body }) =>
    shareFolder(services, user, { ...params, ...body }),
  );
  serve(app, sharingRows.shareTemplate, ({ user, params, body }) =>
    shareTemplate(services, user, { ...params, ...body }),
  );
  serve(app, sharingRows.shareContact, ({ user, params, body }) =>
    shareContact(services, user, { ...params, ...body }),
  );
}

function joining(app: App, services: TeamDeps): void {
  const created = burstLimiter(burstLimits.newIdentity, services.clock);
  serve(app, teamRows.previewInvitation, ({ body: { link } }) =>
    previewInvitation(services, link, (invitation) => canSignUpInvited(services, invitation)),
  );
  serve(app, teamRows.signUpInvited, async ({ body, request, reply }) => {
    const client = clientOf(request);
    const wait = created.waitFor(client);
    if (wait > 0) return { ...tooManySignUps, retryAfter: wait };
    created.count(client);
    const user = await signUpInvited(services, body, { ...requestOrigin(request), ip: request.ip });
    if (isRefusal(user)) return user;
    await beginSession(app, services, { request, reply, user });
    return { accountId: user.accountId };
  });
  serve(app, teamRows.acceptInvitation, async ({ user, body: { link }, request }) => {
    const joined = await acceptInvitation(services, user, link, requestOrigin(request));
    if (isRefusal(joined)) return joined;
    await enter(app, joined, request);
    return { accountId: joined.accountId };
  });
}

const isId = (id: string): boolean => z.uuid().safeParse(id).success;

const unknown = refuse('not-found', 'This person is not in the account.');
const emailInvalid = refuse('email-invalid', 'Enter an email address, such as ada@example.org.');
const tooManySignUps = refuse(
  'too-many-requests',
  'Too many attempts from this network. Wait a few minutes and try again.',
);
const tooManyMails = refuse(
  'too-many-requests',
  'Several emails are already on their way. Wait a while before you request another.',
);
