import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { refuseUnsolicited } from '#core/mail/unsolicited.ts';
import { refuse, type Refusal } from '#core/refusal.ts';
import { addressOf } from '#contract/address.ts';
import { loginPaths, pathOf, signInPaths } from '#contract/paths.ts';
import { securityRows } from '#contract/accounts/security-routes.ts';
import { loginRows } from '#contract/accounts/login-routes.ts';
import { recordAccountEvent } from '../../records/account-event-store.ts';
import { countUnsolicited } from '../../records/unsolicited-mail-store.ts';
import { recordFirstAccount } from '../../records/first-account.ts';
import { inTransaction } from '../../foundation/db/transaction.ts';
import { sendPage, type PlainPage } from '../../foundation/http/pages/plain-page.ts';
import { burstLimiter, burstLimits } from '../../foundation/http/burst-limiter.ts';
import type { App, Routes } from '../../foundation/http/fastify-app.ts';
import { serve } from '../../foundation/http/serve.ts';
import { sendRefusal } from '../../foundation/http/problems.ts';
import { crossSiteRefusal } from '../../foundation/http/same-origin.ts';
import { sendsPlainPage, sendsSecretPage } from '../../foundation/http/security-headers.ts';
import { deriveSecret } from '../../foundation/crypto/secret-key.ts';
import { mailOfLink } from '../identity-provider/identity-link.ts';
import {
  findIdentityMail,
  insertIdentityMail,
  redeemIdentityMail,
  spendMemberMails,
  type MemberMailRow,
} from '../identity-provider/identity-mail-store.ts';
import { lineOf, parseForms } from '../identity-provider/interaction.ts';
import { confirmMemberPage, signInToConfirmPage } from '../identity-provider/pages/mail-link-pages.ts';
import { messagesFor } from '../identity-provider/pages/words-for.ts';
import { requestOrigin, type ProviderParts } from '../identity-provider/notify-owner.ts';
import { noticePage } from '../identity-provider/pages/sign-in-page.ts';
import { userOf, type SignedInUser } from '../../foundation/http/signed-in.ts';

/**
 * Confirms an address with our own mail if the identity provider does not vouch for it. The link works only
 * in a browser in which the member is signed in. Otherwise one click by the mailbox's owner would confirm a
 * stranger's account.
 */
export function confirmMemberAddress(services: ProviderParts): Routes {
  const key = deriveSecret(services.secretKey, 'identity link');
  const open = (link: string): Promise<MemberMailRow | undefined> =>
    openMail(services, mailOfLink(key, link));
  return (app) => {
    parseForms(app);
    askRoute(app, services);
    serve(app, loginRows.showConfirmAddress, async ({ request, reply }) => {
      const { link = '' } = request.query as { link?: string };
      const mail = await open(String(link));
      if (!mail) return sendUsedUp(reply, request);
      return (await isTheirs(request, mail))
        ? sendSecretly(reply, confirmMemberPage(messagesFor(request), String(link), mail.to_address))
        : sendSignIn(reply, request, String(link), mail);
    });
    serve(app, loginRows.submitConfirmAddress, async ({ request, reply }) => {
      const crossSite = crossSiteRefusal(request, services.publicUrl);
      if (crossSite) return sendRefusal(reply, crossSite);
      const link = lineOf(request.body, 'link');
      const mail = await open(link);
      if (!mail) return sendUsedUp(reply, request);
      if (!(await isTheirs(request, mail))) return sendSignIn(reply.code(403), request, link, mail);
      if (!(await confirm(services, mail, request.ip))) return sendUsedUp(reply, request);
      sendsPlainPage(reply);
      const words = messagesFor(request);
      const next = { href: '/', text: words.say('confirm.open', { service: reply.server.serviceName }) };
      return sendPage(
        reply,
        noticePage(words, words.say('confirm.done'), words.say('confirm.doneText'), next),
      );
    });
  };
}

/** Limited per address rather than per requester, since any number of accounts may use the same address. */
function askRoute(app: App, services: ProviderParts): void {
  const mailed = burstLimiter(burstLimits.mailToAddress, services.clock);
  serve(app, securityRows.confirmEmail, async ({ user, request }) => {
    const address = user.email.toLowerCase();
    const wait = mailed.waitFor(address);
    if (wait > 0) return { ...tooManyMails, retryAfter: wait };
    mailed.count(address);
    return mailMember(services, user, request);
  });
}

/** Mails a new link and invalidates the links in earlier mails. */
function mailMember(
  services: ProviderParts,
  user: SignedInUser,
  request: FastifyRequest,
): Promise<Refusal | undefined> {
  const now = services.clock();
  const { accountId, userId, email: address } = user;
  const name = `${user.firstName} ${user.lastName}`.trim();
  return inTransaction(services.db, async (tx) => {
    const wait = await countUnsolicited(tx, { kind: 'confirm-address', address }, now);
    if (wait > 0) return refuseUnsolicited(address, wait);
    await spendMemberMails(tx, user, now);
    const mail = { member: { accountId, userId }, kind: 'confirm-address', to: { name, address } } as const;
    const id = await insertIdentityMail(tx, { ...mail, facts: requestOrigin(request) }, now);
    await services.jobs.enqueue(tx, 'send-identity-mail', { mailId: id });
    return undefined;
  });
}

async function openMail(
  { db, clock }: ProviderParts,
  mailId: string | undefined,
): Promise<MemberMailRow | undefined> {
  const mail = mailId === undefined ? undefined : await findIdentityMail(db, mailId);
  if (mail?.kind !== 'confirm-address' || mail.used_at !== null || mail.expires_at === null) return undefined;
  return mail.expires_at.getTime() > clock() ? mail : undefined;
}

async function isTheirs(request: FastifyRequest, mail: MemberMailRow): Promise<boolean> {
  const user = await userOf(request);
  return user?.accountId === mail.account_id && user.userId === mail.user_id;
}

/** Returns false if the link is used or expired, or the member's address has changed in the meantime. */
function confirm(services: ProviderParts, { id }: MemberMailRow, ip: string): Promise<boolean> {
  const now = services.clock();
  return inTransaction(services.db, async (tx) => {
    const mail = await redeemIdentityMail(tx, id, 'confirm-address', now);
    if (!mail) return false;
    const { account_id: accountId, user_id: userId, to_address: detail } = mail;
    const confirmed = await tx
      .updateTable('users')
      .set({ email_confirmed_at: new Date(now), email_confirmed_by: 'mail' })
      .where('account_id', '=', accountId)
      .where('id', '=', userId)
      .where(sql`lower(email)`, '=', sql`lower(${detail})`)
      .executeTakeFirst();
    if (confirmed.numUpdatedRows === 0n) return false;
    await recordFirstAccount(tx, now);
    await recordAccountEvent(tx, accountId, { type: 'email_confirmed', userId, ip, detail }, now);
    return true;
  });
}

function sendSecretly(reply: FastifyReply, page: PlainPage): Promise<FastifyReply> {
  sendsSecretPage(reply);
  return sendPage(reply, page);
}

function sendSignIn(
  reply: FastifyReply,
  request: FastifyRequest,
  link: string,
  mail: MemberMailRow,
): Promise<FastifyReply> {
  const back = `${pathOf(loginPaths.showConfirmAddress)}?link=${encodeURIComponent(link)}`;
  const signIn = addressOf(signInPaths.signIn, { query: { returnTo: back } });
  return sendSecretly(reply, signInToConfirmPage(messagesFor(request), signIn, mail.to_address));
}

function sendUsedUp(reply: FastifyReply, request: FastifyRequest): Promise<FastifyReply> {
  sendsPlainPage(reply);
  const words = messagesFor(request);
  const link = { href: '/', text: words.say('confirm.open', { service: reply.server.serviceName }) };
  return sendPage(
    reply.code(410),
    noticePage(words, words.say('usedUp.title'), words.say('confirm.usedUpNote'), link),
  );
}

const tooManyMails = refuse(
  'too-many-requests',
  'Several emails are already on their way. Wait a while before you request another.',
);
