import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { domainOf } from '#core/account/sign-on.ts';
import { addressOf } from '#contract/address.ts';
import { pathOf, signInPaths } from '#contract/paths.ts';
import { signInRows } from '#contract/accounts/security-routes.ts';
import type { Config } from '../../foundation/config/config.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import { sendPage } from '../../foundation/http/pages/plain-page.ts';
import type { App, Routes } from '../../foundation/http/fastify-app.ts';
import { originOf } from '../../foundation/http/own-origins.ts';
import { requestAppLanguage } from '../../foundation/http/input/request-language.ts';
import { sendsPlainPage } from '../../foundation/http/security-headers.ts';
import { serve } from '../../foundation/http/serve.ts';
import type { Clock } from '../../ports/clock.ts';
import type { OutboundPost } from '../../ports/outbound-post.ts';
import { beginSession } from './begin-session.ts';
import { accountProvider } from './account-provider.ts';
import { releasePerson, hasOtherSignIn, welcome } from './known-person.ts';
import { rememberProviders } from './known-providers.ts';
import { refuseStranger } from './refuse-stranger.ts';
import { findSignOn, findSignOnOf, type SignOn } from './sign-on-store.ts';
import { isWellKnown, wellKnownProviders } from './well-known-providers.ts';
import type { Refusal } from '#core/refusal.ts';
import { AdmissionRefused } from '../../records/sign-up-door.ts';
import { admitBySignOn, type ChangesRole } from './welcome-by-sign-on.ts';
import { noticePage } from '../identity-provider/pages/sign-in-page.ts';
import { admissionRefusedText } from '../identity-provider/who-can-join.ts';
import { signInMessages } from '../identity-provider/pages/sign-in-words.ts';
import type { Person, RelyingParty } from './relying-party.ts';
import { safeReturnTo } from './return-to.ts';
import { readTransaction, transactionLife, writeTransaction } from './sign-in-transaction.ts';

export interface SignInParts {
  config: Config;
  db: Kysely<Schema>;
  clock: Clock;
  provider: RelyingParty;
  /** Calls the identity providers that accounts configured. */
  outbound: Pick<OutboundPost, 'call'>;
  /**
   * Whether to store the id token, which is needed to sign out at an external provider. The embedded provider
   * does not need it (S-02).
   */
  keepIdToken: boolean;
  changeRole: ChangesRole;
}

/**
 * Routes for signing in and out in a browser: two URLs to open, and the target of the provider's redirect.
 */
export function signInRoutes(given: SignInParts): Routes {
  const make = (signOn: SignOn) => accountProvider(given.config, given.outbound, signOn);
  const parts = {
    ...given,
    providerOf: rememberProviders(make, given.clock),
    wellKnown: wellKnownProviders(given.config, given.outbound),
  };
  return (app) => {
    startRoute(app, parts);
    callbackRoute(app, parts);
    signOutRoutes(app, parts);
  };
}

type Parts = SignInParts & {
  providerOf: (signOn: SignOn) => RelyingParty;
  wellKnown: ReadonlyMap<string, RelyingParty>;
};

/**
 * Returns the installation's provider, or that of an account.
 *
 * @throws if the account has no single sign-on
 */
async function chosen(parts: Parts, accountId: string | undefined): Promise<RelyingParty> {
  if (accountId === undefined) return parts.provider;
  if (isWellKnown(accountId)) {
    const party = parts.wellKnown.get(accountId);
    if (!party) throw new Error(`signing in with ${accountId} is off`);
    return party;
  }
  const signOn = await findSignOn(parts.db, accountId);
  if (!signOn?.verifiedAt) throw new Error('single sign-on has ended');
  return parts.providerOf(signOn);
}

function startRoute(app: App, parts: Parts): void {
  const { config, db, clock } = parts;
  const cookie = transactionCookie(config);
  serve(app, signInRows.signIn, async ({ query, request, reply }) => {
    const origin = originOf(request, config.publicUrl);
    try {
      const signOn =
        query.domain === undefined ? undefined : await findSignOnOf(db, query.domain.toLowerCase());
      const from = query.with ?? signOn?.accountId;
      const provider = await chosen(parts, from);
      const { address, ...expected } = await provider.start(origin, query.screen);
      const own = from !== undefined && { signOn: from };
      // A link on the sign-in page continues the sign-in that was started.
      const begun = query.with && readTransaction(config.secretKey, request.cookies[cookie.name], clock());
      const returnTo = safeReturnTo(query.returnTo ?? begun?.returnTo);
      const expiresAt = clock() + transactionLife * 1000;
      const kept = writeTransaction(config.secretKey, { ...expected, ...own, returnTo, origin, expiresAt });
      reply.setCookie(cookie.name, kept, { ...cookie.options, maxAge: transactionLife });
      return reply.redirect(address.href, 302);
    } catch (error) {
      request.log.error({ err: error }, 'the identity provider cannot be reached');
      return sendNotice(reply.code(503), request, config, 'unreachable');
    }
  });
}

function callbackRoute(app: App, parts: Parts): void {
  serve(app, signInRows.completeSignIn, ({ request, reply }) => take(app, parts, { request, reply }));
  serve(app, signInRows.completeSignOn, ({ request, reply, params }) =>
    take(app, parts, { request, reply, from: params.accountId }),
  );
}

type Return = {
  request: FastifyRequest;
  reply: FastifyReply;
  /** The account whose provider redirected here; undefined for the installation's provider. */
  from?: string | undefined;
};

/** Handles the provider's redirect. It must come from the provider to which the browser was sent. */
async function take(app: App, parts: Parts, { request, reply, from }: Return): Promise<FastifyReply> {
  const { config, db, clock } = parts;
  const cookie = transactionCookie(config);
  const expected = readTransaction(config.secretKey, request.cookies[cookie.name], clock());
  // The cookie works once. Regardless of the outcome, the next attempt needs a new one.
  reply.clearCookie(cookie.name, cookie.options);
  try {
    if (!expected) throw new Error('no sign-in was started in this browser');
    if (expected.signOn !== from) throw new Error('the person returned from another provider');
    const provider = await chosen(parts, from);
    const person = await provider.finish(new URL(request.url, expected.origin), expected);
    const ofAccount = from !== undefined && !isWellKnown(from);
    if (from === undefined) await releasePerson(db, person, clock());
    else if (!ofAccount) {
      const refused = await refuseStranger(db, person, clock());
      if (refused) return sendElsewhere(reply, request, refused);
    }
    const goElsewhere = !ofAccount && (await hasOtherSignIn(db, person));
    if (goElsewhere)
      return reply.redirect(
        addressOf(signInPaths.signIn, { query: { domain: domainOf(person.email) } }),
        303,
      );
    const services = { db, clock, plans: config.plans, settings: config, changeRole: parts.changeRole };
    const user = ofAccount
      ? await admitBySignOn(services, person, { accountId: from, ip: request.ip })
      : await welcome(db, person, clock(), { ip: request.ip, settings: config });
    await begin(app, parts, { request, reply, from: ofAccount ? from : undefined }, { user, person });
    return reply.redirect(expected.returnTo, 303);
  } catch (error) {
    request.log.warn({ err: error }, 'sign-in refused');
    if (error instanceof AdmissionRefused) {
      const isOurs = from === undefined && !config.oidc;
      return sendNotAdmitted(reply.code(403), request, config, error.refusal, isOurs);
    }
    return sendNotice(reply.code(400), request, config, 'failed');
  }
}

function begin(
  app: App,
  parts: SignInParts,
  { request, reply, from }: Return,
  { user, person }: { user: { accountId: string; userId: string }; person: Person },
): Promise<void> {
  const { keepIdToken } = parts;
  return beginSession(
    app,
    parts,
    { request, reply, user },
    {
      idToken: keepIdToken && from === undefined ? person.idToken : undefined,
      factor: person.factor,
      signOn: from,
      // Set only for the embedded provider, because we cannot end sessions of an external provider.
      providerSession: keepIdToken || from !== undefined ? undefined : person.providerSession,
    },
  );
}

function signOutRoutes(app: App, { config, provider }: SignInParts): void {
  serve(app, signInRows.signOut, async ({ request, reply }) => {
    // Links and images on other sites must not sign people out.
    if (request.headers['sec-fetch-site'] === 'cross-site') return reply.redirect('/', 303);
    const id = request.cookies[app.sessionCookie.name];
    const ended = id === undefined ? undefined : await app.sessions.end(id);
    reply.clearCookie(app.sessionCookie.name, app.sessionCookie.options);
    const origin = originOf(request, config.publicUrl);
    const address = await provider.signOutAddress(origin, ended?.idToken ?? null).catch((error: unknown) => {
      request.log.warn({ err: error }, 'signed out here, but not at the provider');
      return undefined;
    });
    return reply.redirect(address?.href ?? pathOf(signInPaths.showSignedOut), 303);
  });

  serve(app, signInRows.showSignedOut, ({ reply }) => {
    // Also removes personal data from the browser's cache and storage. Cookies are cleared by name, because
    // clearing all of them would affect other applications on the same host name.
    reply.header('clear-site-data', '"cache", "storage"');
    return reply.redirect('/', 303);
  });
}

function transactionCookie(config: Config): { name: string; options: CookieSerializeOptions } {
  const secure = config.publicUrl.startsWith('https:');
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
  return { name: secure ? '__Host-sign-in' : 'sign-in', options };
}

function sendElsewhere(
  reply: FastifyReply,
  request: FastifyRequest,
  why: 'unverified' | 'known',
): Promise<FastifyReply> {
  sendsPlainPage(reply.code(403));
  const words = signInMessages(requestAppLanguage(request.headers));
  const next = { href: pathOf(signInPaths.signIn), text: words.say('backToSignIn') };
  return sendPage(reply, noticePage(words, words.say('failed.title'), words.say(`with.${why}`), next));
}

function sendNotAdmitted(
  reply: FastifyReply,
  request: FastifyRequest,
  config: Config,
  refusal: Refusal,
  isOurs: boolean,
): Promise<FastifyReply> {
  sendsPlainPage(reply);
  const words = signInMessages(requestAppLanguage(request.headers));
  const from = { rule: config.signUp, provider: !isOurs };
  const { title, text } = admissionRefusedText(words, refusal.refused, from);
  return sendPage(reply, noticePage(words, title, text, { href: '/', text: words.say('toStart') }));
}

function sendNotice(
  reply: FastifyReply,
  request: FastifyRequest,
  config: Config,
  about: 'unreachable' | 'failed',
): Promise<FastifyReply> {
  sendsPlainPage(reply);
  const words = signInMessages(requestAppLanguage(request.headers));
  const link = { href: `${config.publicUrl}${pathOf(signInPaths.signIn)}`, text: words.say('again') };
  return sendPage(reply, noticePage(words, words.say(`${about}.title`), words.say(`${about}.text`), link));
}
