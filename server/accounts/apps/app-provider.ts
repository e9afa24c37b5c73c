import { timingSafeEqual } from 'node:crypto';
import type { Kysely } from 'kysely';
import Provider, { errors, interactionPolicy, type Configuration } from 'oidc-provider';
import { addressOf } from '#contract/address.ts';
import { appPaths } from '#contract/paths.ts';
import { resourceScopes, type AppResource } from '#core/permission/app-scopes.ts';
import type { Config } from '../../foundation/config/config.ts';
import { deriveSecret } from '../../foundation/crypto/secret-key.ts';
import { sha256 } from '../../foundation/crypto/sha256.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import { htmlOf } from '../../foundation/http/pages/plain-page.ts';
import { serviceName } from '../../foundation/http/pages/service-name.ts';
import { requestAppLanguage } from '../../foundation/http/input/request-language.ts';
import { signingKey } from '../identity-provider/provider-keys.ts';
import { noticePage } from '../identity-provider/pages/sign-in-page.ts';
import { signInMessages } from '../identity-provider/pages/sign-in-words.ts';
import { appRecords } from './app-records.ts';
import { findMember, memberNamed } from './app-member.ts';

/** Path of the OAuth provider below PUBLIC_URL; together they form the issuer. */
export const appProviderPath = '/oauth';
const day = 86_400;

/** Returns the audience of access tokens: the whole API, or only the MCP tools. */
export function resourceOf(publicUrl: string, resource: AppResource): string {
  return `${publicUrl}/${resource}`;
}

export function resourceNamed(publicUrl: string, address: unknown): AppResource | undefined {
  return (['api', 'mcp'] as const).find((one) => resourceOf(publicUrl, one) === address);
}

/**
 * The OAuth 2.1 provider for apps: authorization code with PKCE (S256) and single-use refresh tokens. It is
 * separate from the provider that people sign in with, because the signed-in user authorizes apps regardless
 * of how they signed in.
 */
export function appProvider(config: Config, db: Kysely<Schema>): Provider {
  const provider = new Provider(`${config.publicUrl}${appProviderPath}`, settings(config, db));
  // Trusts forwarded headers, because mountProvider sets the client address of each request itself.
  provider.proxy = true;
  // Client secrets are stored as hashes, so the presented secret is hashed before the comparison.
  Object.assign(provider.Client.prototype, {
    compareClientSecret(this: { clientSecret: string }, actual: string) {
      return timingSafeEqual(Buffer.from(sha256(actual)), Buffer.from(this.clientSecret));
    },
  });
  return provider;
}

/**
 * Libraries often request `openid`. The scope is ignored (RFC 6749 §3.3), because connections grant rights
 * and no identity. If this check remained, the person would be asked for consent again and again.
 */
function policyWithoutOpenid(): interactionPolicy.DefaultPolicy {
  const policy = interactionPolicy.base();
  policy.get('consent')?.checks.remove('op_scopes_missing');
  return policy;
}

function settings({ publicUrl, secretKey, operatorName }: Config, db: Kysely<Schema>): Configuration {
  return {
    adapter: (model: string) => appRecords(db, model),
    jwks: { keys: [signingKey(secretKey)] },
    cookies: {
      keys: [deriveSecret(secretKey, 'app cookies').toString('base64url')],
      names: { session: 'app_session', interaction: 'app_interaction', resume: 'app_resume' },
    },
    scopes: ['offline_access'],
    responseTypes: ['code'],
    pkce: { required: () => true },
    clientAuthMethods: ['none', 'client_secret_basic'],
    interactions: {
      policy: policyWithoutOpenid(),
      url: (_ctx, { uid }) => addressOf(appPaths.beginConnection, { params: { id: uid } }),
    },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      userinfo: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      revocation: {
        enabled: true,
        allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId,
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: (_ctx, _client, oneOf) => oneOf ?? resourceOf(publicUrl, 'api'),
        getResourceServerInfo: (_ctx, address) => {
          const resource = resourceNamed(publicUrl, address);
          if (!resource) throw new errors.InvalidTarget();
          return {
            scope: resourceScopes[resource].join(' '),
            audience: address,
            accessTokenFormat: 'opaque',
          };
        },
      },
    },
    ttl: {
      Session: 3600,
      Interaction: 3600,
      AuthorizationCode: 60,
      AccessToken: 600,
      RefreshToken: 30 * day,
      Grant: 365 * day,
    },
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: true,
    expiresWithSession: () => false,
    findAccount: async (_ctx, sub) => {
      const member = await findMember(db, memberNamed(sub));
      return member && { accountId: sub, claims: () => ({ sub }) };
    },
    renderError: async (ctx) => {
      ctx.type = 'html';
      const words = signInMessages(requestAppLanguage(ctx.req.headers));
      ctx.body = await htmlOf(
        noticePage(words, words.say('failed.title'), words.say('failed.text')),
        serviceName({ operatorName }),
      );
    },
  };
}
