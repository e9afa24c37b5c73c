import { deviceName } from '../http/device-name.ts';
import { inTransaction } from '../db/transaction.ts';
import { recordAccountEvent } from '../records/account-event-store.ts';
import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { pathOf, signInPaths } from '#contract/paths.ts';
import { signInRows } from '#contract/routes/security.ts';
import type { Config } from '../config.ts';
import type { Schema } from '../db/schema.ts';
import { sendPage } from '../http/plain-page.ts';
import type { App, Feature } from '../http/fastify-app.ts';
import { originOf } from '../http/own-origins.ts';
import { requestLanguage } from '../http/request-language.ts';
import { sendsPlainPage } from '../http/security-headers.ts';
import { serve } from '../http/serve.ts';
import type { Clock } from '../ports/clock.ts';
import { welcome } from './known-person.ts';
import { noticePage } from '../identity-provider/sign-in-page.ts';
import { signInWords } from '../identity-provider/sign-in-words.ts';
import type { RelyingParty } from './relying-party.ts';
import { safeReturnTo } from './return-to.ts';
import { readTransaction, transactionLife, writeTransaction } from './sign-in-transaction.ts';

export interface SignInParts {
  config: Config;
  db: Kysely<Schema>;
  clock: Clock;
  provider: RelyingParty;
  /** Keep the id token for signing out there; never needed for the embedded provider (S-02). */
  keepIdToken: boolean;
}

/** Signing in and out as a browser sees it: two addresses to go to, and the way back from the provider. */
export function signInRoutes(parts: SignInParts): Feature {
  return (app) => {
    startRoute(app, parts);
    callbackRoute(app, parts);
    signOutRoutes(app, parts);
  };
}

function startRoute(app: App, { config, clock, provider }: SignInParts): void {
  const cookie = transactionCookie(config);
  serve(app, signInRows.signIn, async ({ query, request, reply }) => {
    const origin = originOf(request, config.publicUrl);
    try {
      const { address, ...expected } = await provider.start(origin, query.screen);
      const returnTo = safeReturnTo(query.returnTo);
      const expiresAt = clock() + transactionLife * 1000;
      const kept = writeTransaction(config.secretKey, { ...expected, returnTo, origin, expiresAt });
      reply.setCookie(cookie.name, kept, { ...cookie.options, maxAge: transactionLife });
      return reply.redirect(address.href, 302);
    } catch (error) {
      request.log.error({ err: error }, 'the identity provider cannot be reached');
      return sendNotice(reply.code(503), request, config, 'unreachable');
    }
  });
}

function callbackRoute(app: App, { config, db, clock, provider, keepIdToken }: SignInParts): void {
  const cookie = transactionCookie(config);
  serve(app, signInRows.takeSignIn, async ({ request, reply }) => {
    const expected = readTransaction(config.secretKey, request.cookies[cookie.name], clock());
    // One use: whatever comes of it, the next try needs a new one.
    reply.clearCookie(cookie.name, cookie.options);
    try {
      if (!expected) throw new Error('no sign-in was started in this browser');
      const person = await provider.finish(new URL(request.url, expected.origin), expected);
      const user = await welcome(db, person, clock(), request.ip);
      const before = request.cookies[app.sessionCookie.name];
      if (before !== undefined) await app.sessions.end(before);
      const session = await app.sessions.begin(user, keepIdToken ? person.idToken : undefined, {
        ip: request.ip,
        userAgent: request.headers['user-agent'],
        // Only the embedded provider's: what another one calls its session is no name of a record of ours.
        providerSession: keepIdToken ? undefined : person.providerSession,
      });
      await inTransaction(db, (tx) =>
        recordAccountEvent(
          tx,
          user.accountId,
          {
            ...{ type: 'signed_in', userId: user.userId, ip: request.ip },
            detail: deviceName(request.headers['user-agent']),
          },
          clock(),
        ),
      );
      reply.setCookie(app.sessionCookie.name, session, app.sessionCookie.options);
      return reply.redirect(expected.returnTo, 303);
    } catch (error) {
      request.log.warn({ err: error }, 'sign-in refused');
      return sendNotice(reply.code(400), request, config, 'failed');
    }
  });
}

function signOutRoutes(app: App, { config, provider }: SignInParts): void {
  serve(app, signInRows.signOut, async ({ request, reply }) => {
    // Another site's link or image must not sign people out.
    if (request.headers['sec-fetch-site'] === 'cross-site') return reply.redirect('/', 303);
    const id = request.cookies[app.sessionCookie.name];
    const ended = id === undefined ? undefined : await app.sessions.end(id);
    reply.clearCookie(app.sessionCookie.name, app.sessionCookie.options);
    const origin = originOf(request, config.publicUrl);
    const address = await provider.signOutAddress(origin, ended?.idToken ?? null).catch((error: unknown) => {
      request.log.warn({ err: error }, 'signed out here, but not at the provider');
      return undefined;
    });
    return reply.redirect(address?.href ?? pathOf(signInPaths.signedOut), 303);
  });

  serve(app, signInRows.signedOut, ({ reply }) => {
    // Whatever the browser still shows or stores of the person goes too. Cookies are cleared by name: clearing
    // all would take those of other programs on the same host name along.
    reply.header('clear-site-data', '"cache", "storage"');
    return reply.redirect('/', 303);
  });
}

function transactionCookie(config: Config): { name: string; options: CookieSerializeOptions } {
  const secure = config.publicUrl.startsWith('https:');
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
  return { name: secure ? '__Host-sign-in' : 'sign-in', options };
}

function sendNotice(
  reply: FastifyReply,
  request: FastifyRequest,
  config: Config,
  about: 'unreachable' | 'failed',
): Promise<FastifyReply> {
  sendsPlainPage(reply);
  const words = signInWords(requestLanguage(request.headers));
  const link = { href: `${config.publicUrl}${pathOf(signInPaths.signIn)}`, text: words.say('again') };
  return sendPage(reply, noticePage(words, words.say(`${about}.title`), words.say(`${about}.text`), link));
}
