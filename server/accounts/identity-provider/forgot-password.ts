import type { FastifyReply, FastifyRequest } from 'fastify';
import { loginPaths, pathOf, signInPaths } from '#contract/paths.ts';
import { loginRows } from '#contract/accounts/login-routes.ts';
import { mailAddress, spellingOf } from '#core/recipient/mail-address.ts';
import { sendPage } from '../../foundation/http/pages/plain-page.ts';
import { burstLimiter, burstLimits } from '../../foundation/http/burst-limiter.ts';
import { clientOf } from '../../foundation/http/input/client-of.ts';
import type { App, Routes } from '../../foundation/http/fastify-app.ts';
import { sendRefusal } from '../../foundation/http/problems.ts';
import { serve } from '../../foundation/http/serve.ts';
import { crossSiteRefusal } from '../../foundation/http/same-origin.ts';
import { sendsPlainPage, sendsSecretPage } from '../../foundation/http/security-headers.ts';
import { inTransaction } from '../../foundation/db/transaction.ts';
import { deriveSecret } from '../../foundation/crypto/secret-key.ts';
import { knownBrowser, knownBrowserCookie, knownBrowserOptions } from './known-browser.ts';
import { mailOfLink } from './identity-link.ts';
import { findResetOwner, resetPassword } from './change-password.ts';
import { peopleOfAddress } from './identities.ts';
import { lineOf, parseForms } from './interaction.ts';
import { forgotPasswordPage, newPasswordPage } from './pages/mail-link-pages.ts';
import { formatWait, messagesFor } from './pages/words-for.ts';
import { passwordProblem } from './password-problem.ts';
import { notifyPerson, requestOrigin, type ProviderParts } from './notify-owner.ts';
import { noticePage } from './pages/sign-in-page.ts';
import type { SignInMessages } from './pages/sign-in-words.ts';

/**
 * Pages for a forgotten password: the request, and the page that the mailed link opens. They are plain forms
 * that work without scripts.
 */
export function forgotPassword(services: ProviderParts): Routes {
  return (app) => {
    parseForms(app);
    askRoutes(app, services);
    resetRoutes(app, services);
  };
}

function askRoutes(app: App, services: ProviderParts): void {
  const asked = burstLimiter(burstLimits.mailsAskedFor, services.clock);
  const mailed = burstLimiter(burstLimits.mailToAddress, services.clock);
  serve(app, loginRows.showForgot, ({ request, reply }) => sendForgot(reply, messagesFor(request), ''));
  serve(app, loginRows.requestPasswordReset, async ({ request, reply }) => {
    const crossSite = crossSiteRefusal(request, services.publicUrl);
    if (crossSite) return sendRefusal(reply, crossSite);
    const words = messagesFor(request);
    const email = spellingOf(lineOf(request.body, 'email'));
    if (mailAddress(email) === undefined) {
      return sendForgot(reply.code(422), words, email, words.say('problem.email'));
    }
    const wait = asked.waitFor(clientOf(request));
    if (wait > 0) {
      reply.code(429).header('retry-after', String(wait));
      const text = words.say('problem.tooMany', { wait: formatWait(words, wait) });
      return sendForgot(reply, words, email, text);
    }
    asked.count(clientOf(request));
    const key = email.toLowerCase();
    if (mailed.waitFor(key) === 0) {
      mailed.count(key);
      // The email is not awaited, so that responses take the same time for known and unknown addresses.
      void mailResetLink(services, email, requestOrigin(request)).catch((err: unknown) =>
        request.log.error({ err }, 'a mail to set a new password was not queued'),
      );
    }
    sendsPlainPage(reply);
    const link = { href: pathOf(signInPaths.signIn), text: words.say('backToSignIn') };
    const text = words.say('forgot.sentText', { email });
    return sendPage(reply, noticePage(words, words.say('forgot.sent'), text, link));
  });
}

async function mailResetLink(
  services: ProviderParts,
  email: string,
  facts: ReturnType<typeof requestOrigin>,
): Promise<void> {
  await inTransaction(services.db, async (tx) => {
    const { owner, newest } = await peopleOfAddress(tx, email, services.clock());
    const known = owner ?? newest;
    if (known) await notifyPerson(services, tx, { identityId: known.id, kind: 'reset-password', facts });
  });
}

function resetRoutes(app: App, services: ProviderParts): void {
  const key = deriveSecret(services.secretKey, 'identity link');
  serve(app, loginRows.showReset, async ({ request, reply }) => {
    const { link = '' } = request.query as { link?: string };
    const mailId = mailOfLink(key, String(link));
    if (mailId === undefined || !(await findResetOwner(services, mailId))) return sendUsedUp(reply, request);
    return sendNewPassword(reply, messagesFor(request), link);
  });
  serve(app, loginRows.resetPassword, async ({ request, reply }) => {
    const crossSite = crossSiteRefusal(request, services.publicUrl);
    if (crossSite) return sendRefusal(reply, crossSite);
    const link = lineOf(request.body, 'link');
    const mailId = mailOfLink(key, link);
    const owner = mailId === undefined ? undefined : await findResetOwner(services, mailId);
    if (mailId === undefined || !owner) return sendUsedUp(reply, request);
    const password = (request.body as URLSearchParams).get('password') ?? '';
    const problem = passwordProblem(password, owner);
    const words = messagesFor(request);
    if (problem) {
      return sendNewPassword(reply.code(422), words, link, words.say(problem.word, { count: problem.count }));
    }
    const facts = requestOrigin(request);
    if (!(await resetPassword(services, { mailId, password, facts }))) return sendUsedUp(reply, request);
    // The link has just proved access to the mailbox, so wrong passwords tried elsewhere must not lock this
    // browser out.
    const known = knownBrowser(
      deriveSecret(services.secretKey, 'known browser'),
      owner[0]!,
      services.clock(),
    );
    const isOverTls = services.publicUrl.startsWith('https:');
    reply.setCookie(knownBrowserCookie, known, knownBrowserOptions(isOverTls));
    sendsPlainPage(reply);
    const next = { href: pathOf(signInPaths.signIn), text: words.say('signIn.act') };
    return sendPage(reply, noticePage(words, words.say('reset.done'), words.say('reset.doneText'), next));
  });
}

function sendForgot(
  reply: FastifyReply,
  words: SignInMessages,
  email: string,
  problem?: string,
): Promise<FastifyReply> {
  sendsPlainPage(reply);
  return sendPage(reply, forgotPasswordPage(words, email, problem));
}

function sendNewPassword(
  reply: FastifyReply,
  words: SignInMessages,
  link: string,
  problem?: string,
): Promise<FastifyReply> {
  sendsSecretPage(reply);
  return sendPage(reply, newPasswordPage(words, link, problem));
}

function sendUsedUp(reply: FastifyReply, request: FastifyRequest): Promise<FastifyReply> {
  sendsPlainPage(reply);
  const words = messagesFor(request);
  const link = { href: pathOf(loginPaths.showForgot), text: words.say('reset.newLink') };
  return sendPage(
    reply.code(410),
    noticePage(words, words.say('usedUp.title'), words.say('reset.usedUp'), link),
  );
}
