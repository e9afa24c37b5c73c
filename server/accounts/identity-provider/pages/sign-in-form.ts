import type { FastifyReply, FastifyRequest } from 'fastify';
import type Provider from 'oidc-provider';
import { addressOf } from '#contract/address.ts';
import { loginPaths, pathOf, signInPaths } from '#contract/paths.ts';
import { loginRows } from '#contract/accounts/login-routes.ts';
import type { SignUpRule } from '#core/account/sign-up.ts';
import { nameProblem } from '#core/person/name.ts';
import { mailAddress, spellingOf } from '#core/recipient/mail-address.ts';
import { sendPage } from '../../../foundation/http/pages/plain-page.ts';
import { burstLimiter, burstLimits } from '../../../foundation/http/burst-limiter.ts';
import { clientOf } from '../../../foundation/http/input/client-of.ts';
import type { Routes } from '../../../foundation/http/fastify-app.ts';
import { sendRefusal } from '../../../foundation/http/problems.ts';
import { serve } from '../../../foundation/http/serve.ts';
import { crossSiteRefusal } from '../../../foundation/http/same-origin.ts';
import { sendsPlainPage, sendsSignInPage } from '../../../foundation/http/security-headers.ts';
import { deriveSecret } from '../../../foundation/crypto/secret-key.ts';
import { savePendingSignIn } from '../half-sign-in.ts';
import { isEmptyInstallation } from '../../../records/first-account.ts';
import { refuseNewcomer, type SignUpSettings } from '../../../records/sign-up-door.ts';
import { mailConfirmation } from '../confirm-email.ts';
import { embeddedIssuer } from '../end-sign-ins.ts';
import { checkPassword, createIdentity, hashPassword } from '../identities.ts';
import type { Identity } from '../identities.ts';
import { findLogin, finishInteraction, lineOf, parseForms, sendExpired } from '../interaction.ts';
import { isKnownBrowser, knownBrowser, knownBrowserCookie, knownBrowserOptions } from '../known-browser.ts';
import { formatWait, messagesFor } from './words-for.ts';
import { passwordProblem, type PasswordProblem } from '../password-problem.ts';
import { requestOrigin, type NamingParts, type ProviderParts } from '../notify-owner.ts';
import { findSecondFactor } from '../second-factor.ts';
import { noticePage, signInPage } from './sign-in-page.ts';
import type { SignInForm } from './sign-in-page.ts';

interface Typed {
  email: string;
  password: string;
  firstName: string;
  lastName: string;
  /** True if the person wants to create an account: they pressed that button or entered a name. */
  wantsAccount: boolean;
}

/**
 * The signed-in person, a problem with the form, the seconds to wait before the next attempt, or an address
 * that must be confirmed first.
 */
type Answer = Identity | { problem: Problem } | { waitSeconds: number } | { mailed: string };
type Problem = { field: 'email' | 'password' | 'name'; word: ProblemWord; count?: number };
type ProblemWord =
  | 'problem.email'
  | 'problem.name'
  | 'problem.unknown'
  | 'problem.unknownClosed'
  | 'join.closed'
  | 'join.disposable'
  | PasswordProblem['word'];

type Parts = NamingParts & { settings: SignUpSettings; providers: readonly ('google' | 'microsoft')[] };

/** Serves the page of the embedded provider where people sign in and sign up. */
export function signInForm(provider: Provider, services: Parts): Routes {
  const judge = judgeForms(services);
  /** The first account can be created regardless of the configured rule. */
  const ruleNow = async (): Promise<SignUpRule> => {
    const rule = services.settings.signUp;
    const first = rule.kind !== 'open' && (await isEmptyInstallation(services.db));
    return first ? { kind: 'open' } : rule;
  };
  return (app) => {
    parseForms(app);
    serve(app, loginRows.showSignIn, async ({ request, reply }) => {
      const login = await findLogin(provider, request, reply);
      if (!login) return sendExpired(reply, request);
      const typed = { email: '', firstName: '', lastName: '' };
      const { providers } = services;
      return sendForm(reply, request, { ...typed, providers, screen: login.screen, rule: await ruleNow() });
    });
    serve(app, loginRows.submitSignIn, async ({ request, reply }) => {
      const crossSite = crossSiteRefusal(request, services.publicUrl);
      if (crossSite) return sendRefusal(reply, crossSite);
      const login = await findLogin(provider, request, reply);
      if (!login) return sendExpired(reply, request);
      const { uid, screen } = login;
      const typed = { ...readForm(request.body), providers: services.providers };
      const rule = await ruleNow();
      const answer = await judge(typed, request, rule);
      if ('id' in answer) {
        // A person with an unconfirmed address has not proved that the address is theirs.
        if (answer.confirmedAt !== null) {
          const known = knownBrowser(browserKey(services), answer.email, services.clock());
          reply.setCookie(knownBrowserCookie, known, knownBrowserOptions(isOverTls(services)));
        }
        if (await findSecondFactor(services.db, answer.id)) {
          await savePendingSignIn(services, uid, answer.id);
          return reply.redirect(addressOf(loginPaths.showCode, { params: { uid } }), 303);
        }
        const person = { identityId: answer.id, proofs: ['pwd' as const] };
        return reply.redirect(await finishInteraction(provider, request, reply, person), 303);
      }
      const words = messagesFor(request);
      if ('mailed' in answer) {
        sendsPlainPage(reply);
        const text = words.say('join.sentText', { email: answer.mailed });
        const back = { href: pathOf(signInPaths.signIn), text: words.say('backToSignIn') };
        return sendPage(reply, noticePage(words, words.say('forgot.sent'), text, back));
      }
      if ('problem' in answer) {
        const { field, word, count = 0 } = answer.problem;
        const text = words.say(word, { count });
        return sendForm(reply.code(422), request, { ...typed, screen, rule, problem: { field, text } });
      }
      reply.code(429).header('retry-after', String(answer.waitSeconds));
      const text = words.say('problem.tooMany', { wait: formatWait(words, answer.waitSeconds) });
      return sendForm(reply, request, { ...typed, screen, rule, problem: { field: undefined, text } });
    });
  };
}

/**
 * Evaluates a submitted form. Every attempt does the same amount of work for every person, and is counted
 * before it is checked, so that concurrent attempts all count.
 */
function judgeForms(
  services: Parts,
): (typed: Typed, request: FastifyRequest, rule: SignUpRule) => Promise<Answer> {
  const { clock, settings } = services;
  const tries = signInTries(services);
  const created = burstLimiter(burstLimits.newIdentity, clock);
  const createdForAddress = burstLimiter(burstLimits.newIdentityOfAddress, clock);

  const checkSignInRate = (request: FastifyRequest, address: string): { waitSeconds: number } | undefined => {
    const client = clientOf(request);
    const waitSeconds = Math.max(created.waitFor(client), createdForAddress.waitFor(address));
    if (waitSeconds > 0) return { waitSeconds };
    created.count(client);
    createdForAddress.count(address);
    return undefined;
  };

  return async (typed, request, rule) => {
    const facts = requestOrigin(request);
    const address = typed.email.toLowerCase();
    const begun = tries.begin(typed.email, request);
    if ('waitSeconds' in begun) return begun;
    const known = await checkPassword(services, typed.email, typed.password);
    if (known) {
      begun.right(known.confirmedAt !== null);
      if (!(await mustConfirmFirst(services, known))) return known;
      const wait = checkSignInRate(request, address);
      if (wait) return wait;
      const full = await mailConfirmation(services, known.id, facts);
      return full > 0 ? { waitSeconds: full } : { mailed: typed.email };
    }
    if (mailAddress(typed.email) === undefined) return problem('email', 'problem.email');
    const isClosed = rule.kind === 'closed';
    if (!typed.wantsAccount)
      return problem('password', isClosed ? 'problem.unknownClosed' : 'problem.unknown');
    const misleading = nameProblem(`${typed.firstName} ${typed.lastName}`, services.serviceNames);
    if (misleading) return problem('name', 'problem.name');
    const unfit = passwordProblem(typed.password, [typed.email, typed.firstName, typed.lastName]);
    if (unfit) return problem('password', unfit.word, unfit.count);
    const wait = checkSignInRate(request, address);
    if (wait) return wait;
    begun.right(false);
    // Checks the rule as if the address were confirmed. The person gets an account only after the actual
    // confirmation.
    const newcomer = { email: typed.email, confirmedAt: clock() };
    const refused = await refuseNewcomer(services.db, settings, newcomer, clock());
    if (refused?.refused === 'address-disposable') return problem('email', 'join.disposable');
    if (refused?.refused === 'sign-up-closed') return problem('email', 'join.closed');
    if (settings.signUp.kind === 'open') return createIdentity(services, { ...typed, facts });
    // Returns the same response after the same work, so that neither reveals which addresses are invited.
    if (refused) await hashPassword(typed.password);
    else await createIdentity(services, { ...typed, facts });
    return { mailed: typed.email };
  };
}

/**
 * Returns true if a person without an account must first confirm their address, which every rule except
 * `open` requires.
 */
async function mustConfirmFirst({ db, settings }: Parts, { id, confirmedAt }: Identity): Promise<boolean> {
  if (settings.signUp.kind === 'open' || confirmedAt !== null) return false;
  const member = await db
    .selectFrom('users')
    .select('id')
    .where('issuer', '=', embeddedIssuer)
    .where('subject', '=', id)
    .where('removed_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return member === undefined;
}

/**
 * Limits wrong passwords in three ways: per client address and email address, per client address, and per
 * email address for browsers in which its owner has never signed in. This stops attackers with many IP
 * addresses, and owners can still sign in with their usual browser.
 */
function signInTries(services: ProviderParts) {
  const { clock } = services;
  const wrong = burstLimiter(burstLimits.wrongPassword, clock);
  const wrongFromAddress = burstLimiter(burstLimits.wrongPasswordFromAddress, clock);
  const wrongOfAccount = burstLimiter(burstLimits.wrongPasswordOfAccount, clock);
  return {
    begin(
      email: string,
      request: FastifyRequest,
    ): { waitSeconds: number } | { right(isOwner: boolean): void } {
      const { cookies } = request;
      const ip = clientOf(request);
      const account = email.toLowerCase();
      const key = `${ip} ${account}`;
      const isKnown = isKnownBrowser(browserKey(services), account, cookies[knownBrowserCookie], clock());
      const waitSeconds = Math.max(
        wrong.waitFor(key),
        wrongFromAddress.waitFor(ip),
        isKnown ? 0 : wrongOfAccount.waitFor(account),
      );
      if (waitSeconds > 0) return { waitSeconds };
      wrong.count(key);
      wrongFromAddress.count(ip);
      if (!isKnown) wrongOfAccount.count(account);
      return {
        /**
         * Only the owner of the address resets the count. Otherwise an attacker could sign up with another
         * person's address to get more attempts at that person's password.
         */
        right(isOwner) {
          if (isOwner) wrong.forget(key);
          else wrong.releaseDomain(key);
          wrongFromAddress.releaseDomain(ip);
          if (!isKnown) wrongOfAccount.releaseDomain(account);
        },
      };
    },
  };
}

function browserKey({ secretKey }: ProviderParts): Buffer {
  return deriveSecret(secretKey, 'known browser');
}

function isOverTls({ publicUrl }: ProviderParts): boolean {
  return publicUrl.startsWith('https:');
}

function problem(field: Problem['field'], word: ProblemWord, count?: number): Answer {
  return { problem: { field, word, ...(count !== undefined && { count }) } };
}

function sendForm(reply: FastifyReply, request: FastifyRequest, form: SignInForm): Promise<FastifyReply> {
  sendsSignInPage(reply);
  return sendPage(reply, signInPage(messagesFor(request), request.url.split('?', 1)[0]!, form));
}

function readForm(body: unknown): Typed {
  const [firstName, lastName] = [lineOf(body, 'firstName'), lineOf(body, 'lastName')];
  const wantsAccount = lineOf(body, 'act') === 'create' || firstName !== '' || lastName !== '';
  const password = body instanceof URLSearchParams ? (body.get('password') ?? '') : '';
  return { email: spellingOf(lineOf(body, 'email')), password, firstName, lastName, wantsAccount };
}
