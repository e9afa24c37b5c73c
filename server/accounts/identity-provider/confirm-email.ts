import type { FastifyReply, FastifyRequest } from 'fastify';
import { loginRows } from '#contract/accounts/login-routes.ts';
import { sendPage } from '../../foundation/http/pages/plain-page.ts';
import { burstLimiter, burstLimits } from '../../foundation/http/burst-limiter.ts';
import type { Routes } from '../../foundation/http/fastify-app.ts';
import { sendRefusal } from '../../foundation/http/problems.ts';
import { serve } from '../../foundation/http/serve.ts';
import { crossSiteRefusal } from '../../foundation/http/same-origin.ts';
import { sendsPlainPage, sendsSecretPage } from '../../foundation/http/security-headers.ts';
import { inTransaction, sqlState, type Tx } from '../../foundation/db/transaction.ts';
import { deriveSecret } from '../../foundation/crypto/secret-key.ts';
import { mailOfLink } from './identity-link.ts';
import {
  findIdentityMail,
  redeemIdentityMail,
  invalidateIdentityMails,
  type IdentityMailFacts,
  type PersonMailRow,
} from './identity-mail-store.ts';
import { userOf } from '../../foundation/http/signed-in.ts';
import { confirmAddress } from './confirm-address.ts';
import { sendMailboxConfirmation, findIdentity, hasPassword, identityOfUser } from './identities.ts';
import { lineOf, parseForms } from './interaction.ts';
import { confirmEmailPage } from './pages/mail-link-pages.ts';
import { countUnsolicited } from '../../records/unsolicited-mail-store.ts';
import { formatWait, messagesFor } from './pages/words-for.ts';
import { notifyPerson, requestOrigin, type ProviderParts } from './notify-owner.ts';
import { noticePage } from './pages/sign-in-page.ts';

/**
 * Mails a link to confirm an address, and invalidates the links of earlier mails. A changed address takes
 * effect only once it is confirmed. Returns 0 if the mail was queued, or the seconds to wait if the mailbox
 * has reached its daily limit.
 */
export async function mailConfirmation(
  services: ProviderParts,
  identityId: string,
  facts: IdentityMailFacts,
  newEmail?: string,
): Promise<number> {
  return inTransaction(services.db, async (tx) => {
    const owner = await findIdentity(tx, identityId);
    if (!owner) return 0;
    const address = newEmail ?? owner.email;
    const wait = await countUnsolicited(tx, { kind: 'confirm-email', address }, services.clock());
    if (wait > 0) return wait;
    await invalidateIdentityMails(tx, identityId, 'confirm-email', services.clock());
    const to = { name: `${owner.firstName} ${owner.lastName}`.trim(), address };
    await sendMailboxConfirmation(services, tx, { identityId, to, facts });
    return 0;
  });
}

/** Routes for the page that the link in a confirmation mail opens. */
export function confirmEmail(services: ProviderParts): Routes {
  const key = deriveSecret(services.secretKey, 'identity link');
  const wrong = burstLimiter(burstLimits.wrongPassword, services.clock);
  return (app) => {
    parseForms(app);
    serve(app, loginRows.showConfirmEmail, async ({ request, reply }) => {
      const { link = '' } = request.query as { link?: string };
      const mail = await openMail(services, mailOfLink(key, String(link)));
      if (!mail) return sendUsedUp(reply, request);
      return sendConfirm(
        reply,
        request,
        { link: String(link), email: mail.to_address },
        !(await isHere(services, request, mail)),
      );
    });
    serve(app, loginRows.submitConfirmEmail, async ({ request, reply }) => {
      const crossSite = crossSiteRefusal(request, services.publicUrl);
      if (crossSite) return sendRefusal(reply, crossSite);
      const link = lineOf(request.body, 'link');
      const mail = await openMail(services, mailOfLink(key, link));
      if (!mail) return sendUsedUp(reply, request);
      const words = messagesFor(request);
      if (!(await isHere(services, request, mail))) {
        const wait = wrong.waitFor(mail.identity_id);
        wrong.count(mail.identity_id);
        const password = (request.body as URLSearchParams).get('password') ?? '';
        const right = wait === 0 && (await hasPassword(services.db, mail.identity_id, password));
        const minutes = { wait: formatWait(words, wait) };
        const problem = wait > 0 ? words.say('problem.tooMany', minutes) : words.say('confirm.wrong');
        const page = { link, email: mail.to_address, problem: password === '' ? undefined : problem };
        if (!right) return sendConfirm(reply.code(wait > 0 ? 429 : 422), request, page, true);
        wrong.forget(mail.identity_id);
      }
      if (!(await confirm(services, mail.id, requestOrigin(request)))) return sendUsedUp(reply, request);
      sendsPlainPage(reply);
      const next = { href: '/', text: words.say('confirm.open', { service: reply.server.serviceName }) };
      return sendPage(
        reply,
        noticePage(words, words.say('confirm.done'), words.say('confirm.doneText'), next),
      );
    });
  };
}

/** Returns true if this browser is signed in as the person to whom the mail was sent. */
async function isHere({ db }: ProviderParts, request: FastifyRequest, mail: PersonMailRow): Promise<boolean> {
  const user = await userOf(request);
  const row = user && (await identityOfUser(db, user));
  return row !== undefined && row === mail.identity_id;
}

function sendConfirm(
  reply: FastifyReply,
  request: FastifyRequest,
  page: Parameters<typeof confirmEmailPage>[1],
  asksPassword: boolean,
): Promise<FastifyReply> {
  sendsSecretPage(reply);
  return sendPage(reply, confirmEmailPage(messagesFor(request), page, asksPassword));
}

async function openMail(
  { db, clock }: ProviderParts,
  mailId: string | undefined,
): Promise<PersonMailRow | undefined> {
  const mail = mailId === undefined ? undefined : await findIdentityMail(db, mailId);
  const open = mail?.kind === 'confirm-email' && mail.used_at === null;
  return open && mail.expires_at !== null && mail.expires_at.getTime() > clock() ? mail : undefined;
}

/**
 * Returns false if the link is used or expired, or another person has confirmed the address in the meantime.
 */
async function confirm(services: ProviderParts, mailId: string, facts: IdentityMailFacts): Promise<boolean> {
  try {
    return await inTransaction(services.db, async (tx) => {
      const mail = await redeemIdentityMail(tx, mailId, 'confirm-email', services.clock());
      if (!mail) return false;
      await changeAddress(services, tx, mail, facts);
      return true;
    });
  } catch (error) {
    if (sqlState(error) === '23505' /* unique_violation */) return false;
    throw error;
  }
}

async function changeAddress(
  services: ProviderParts,
  tx: Tx,
  mail: PersonMailRow,
  facts: IdentityMailFacts,
): Promise<void> {
  const { identity_id: identityId, to_address: address } = mail;
  const before = await findIdentity(tx, identityId);
  if (before && before.email !== address) {
    // Notifies the previous address, so that its owner learns about the change.
    const mailFacts = { ...mail.facts, newEmail: address };
    await notifyPerson(services, tx, { identityId, kind: 'email-changed', facts: mailFacts });
  }
  await confirmAddress(services, tx, { identityId, address, facts });
}

function sendUsedUp(reply: FastifyReply, request: FastifyRequest): Promise<FastifyReply> {
  sendsPlainPage(reply);
  const words = messagesFor(request);
  const link = { href: '/settings', text: words.say('confirm.settings') };
  return sendPage(
    reply.code(410),
    noticePage(words, words.say('usedUp.title'), words.say('confirm.usedUp'), link),
  );
}
