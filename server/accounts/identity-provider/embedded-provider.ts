import { loginPaths, pathOf, signInPaths } from '#contract/paths.ts';
import type { Kysely } from 'kysely';
import Provider from 'oidc-provider';
import type { Configuration, KoaContextWithOIDC } from 'oidc-provider';
import { addressOf } from '#contract/address.ts';
import type { Config } from '../../foundation/config/config.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import { htmlOf } from '../../foundation/http/pages/plain-page.ts';
import { serviceName } from '../../foundation/http/pages/service-name.ts';
import { ownOrigins } from '../../foundation/http/own-origins.ts';
import { requestAppLanguage } from '../../foundation/http/input/request-language.ts';
import { confirmedClaim, sessionClaim } from './claims.ts';
import { findIdentity } from './identities.ts';
import { clientId, clientSecret, cookieKeys, signingKey } from './provider-keys.ts';
import { providerRecords } from './provider-records.ts';
import { noticePage, signOutPage } from './pages/sign-in-page.ts';
import { signInMessages } from './pages/sign-in-words.ts';

const hour = 60 * 60;

/** Path of the provider below PUBLIC_URL; together they form its issuer identifier. */
export const providerPath = '/oidc';

/**
 * The OpenID provider used if no other is configured. Its only client is this product, so it asks for no
 * consent.
 */
export function embeddedProvider(config: Config, db: Kysely<Schema>): Provider {
  const provider = new Provider(`${config.publicUrl}${providerPath}`, settings(config, db));
  // Trusts forwarded headers, because mount-provider.ts sets the client address of each request itself.
  provider.proxy = true;
  provider.use(signOutAtOnce);
  return provider;
}

function settings(config: Config, db: Kysely<Schema>): Configuration {
  const origins = ownOrigins(config.publicUrl);
  return {
    adapter: (model: string) => providerRecords(db, model),
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret(config.secretKey),
        redirect_uris: origins.map((origin) => `${origin}${pathOf(signInPaths.completeSignIn)}`),
        post_logout_redirect_uris: origins.map((origin) => `${origin}${pathOf(signInPaths.showSignedOut)}`),
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'client_secret_post',
        id_token_signed_response_alg: 'ES256',
      },
    ],
    jwks: { keys: [signingKey(config.secretKey)] },
    cookies: { keys: cookieKeys(config.secretKey) },
    scopes: ['openid', 'email', 'profile'],
    claims: {
      openid: ['sub', 'amr', sessionClaim],
      email: ['email', 'email_verified', confirmedClaim],
      profile: ['given_name', 'family_name'],
    },
    // The id token contains all claims, so clients do not need to fetch more.
    conformIdTokenClaims: false,
    responseTypes: ['code'],
    // With 'signup', the provider opens the sign-up form (relying-party.ts).
    extraParams: ['screen_hint'],
    pkce: { required: () => true },
    interactions: {
      url: (_ctx, interaction) => addressOf(loginPaths.showSignIn, { params: { uid: interaction.uid } }),
    },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      userinfo: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: async (ctx, form) =>
          void (ctx.body = await htmlOf(signOutPage(messagesFor(ctx), form), serviceName(config))),
        postLogoutSuccessSource: (ctx) => ctx.redirect('/'),
      },
    },
    // A provider session expires after an hour of inactivity, like ours. If it lived longer, one click would
    // restore an expired session.
    ttl: {
      Session: hour,
      Interaction: hour,
      Grant: hour,
      AuthorizationCode: 60,
      AccessToken: 600,
      IdToken: 600,
    },
    findAccount: async (_ctx, sub, token) => {
      const identity = await findIdentity(db, sub);
      if (!identity) return undefined;
      const { email, firstName, lastName, confirmedAt } = identity;
      const session = (token as { sessionUid?: string } | undefined)?.sessionUid;
      const claims = () => ({
        ...{ sub, email, given_name: firstName, family_name: lastName },
        ...{ email_verified: confirmedAt !== null, [confirmedClaim]: confirmedAt ?? undefined },
        [sessionClaim]: session,
      });
      return { accountId: sub, claims };
    },
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({ clientId, accountId: oidc.session!.accountId! });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
    renderError: async (ctx) => {
      ctx.type = 'html';
      const words = messagesFor(ctx);
      ctx.body = await htmlOf(
        noticePage(words, words.say('failed.title'), words.say('stale.text')),
        serviceName(config),
      );
    },
  };
}

const messagesFor = (ctx: KoaContextWithOIDC) => signInMessages(requestAppLanguage(ctx.req.headers));

/**
 * Ends the provider's session without a second confirmation, because the person has just signed out here.
 * Requests from other sites still get the confirmation page, since otherwise they could sign people out.
 */
async function signOutAtOnce(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  await next();
  if (ctx.oidc?.route !== 'end_session' || ctx.status !== 200 || !ctx.oidc.session) return;
  const site = ctx.get('sec-fetch-site');
  if (ctx.oidc.session.accountId && site !== '' && site !== 'same-origin' && site !== 'none') return;
  const address = ctx.oidc.params?.['post_logout_redirect_uri'];
  await ctx.oidc.session.destroy();
  ctx.cookies.set(ctx.oidc.provider.cookieName('session'), null, { overwrite: true, signed: true });
  ctx.body = null;
  ctx.status = 303;
  ctx.redirect(typeof address === 'string' ? address : '/');
}
