import type { Kysely } from 'kysely';
import type { FetchBody } from 'openid-client';
import type { Config } from '../../foundation/config/config.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import { addRoutes, type App, type Routes } from '../../foundation/http/fastify-app.ts';
import type { OutboundPost } from '../../ports/outbound-post.ts';
import type { Clock } from '../../ports/clock.ts';
import { embeddedProvider } from '../identity-provider/embedded-provider.ts';
import { embeddedIssuer } from '../identity-provider/end-sign-ins.ts';
import { mountProvider } from '../identity-provider/mount-provider.ts';
import { clientId, clientSecret } from '../identity-provider/provider-keys.ts';
import { codeForm } from '../identity-provider/pages/code-form.ts';
import { confirmEmail } from '../identity-provider/confirm-email.ts';
import { forgotPassword } from '../identity-provider/forgot-password.ts';
import { passkeyRoutes } from '../identity-provider/passkey-routes.ts';
import type { NamingParts, ProviderParts } from '../identity-provider/notify-owner.ts';
import { confirmMemberAddress } from './confirm-member-address.ts';
import { managedElsewhereRoutes, securityRoutes } from './security-routes.ts';
import { sessionRoutes } from './session-routes.ts';
import { serviceNamesForPeople } from '../profile/service-names.ts';
import { signInForm } from '../identity-provider/pages/sign-in-form.ts';
import { serveLooks } from '../identity-provider/pages/sign-in-looks.ts';
import { relyingParty } from './relying-party.ts';
import type { ProviderAddress } from './relying-party.ts';
import { deleteExpiredSignIns } from './sessions.ts';
import { signInRoutes } from './sign-in-routes.ts';
import { wellKnownNames } from './well-known-providers.ts';
import type { ChangesRole } from './welcome-by-sign-on.ts';

export interface IdentityParts {
  config: Config;
  db: Kysely<Schema>;
  clock: Clock;
  jobs: ProviderParts['jobs'];
  outbound: Pick<OutboundPost, 'call'>;
  changeRole: ChangesRole;
}

/** Routes for signing in with the configured OpenID provider or the embedded one. */
export function identity(parts: IdentityParts): Routes {
  return async (app) => {
    serveLooks(app);
    deletePeriodically(app, parts);
    const serviceNames = serviceNamesForPeople(parts.config);
    const provider = parts.config.oidc
      ? relyingParty({ ...parts.config.oidc, knownAs: parts.config.oidc.issuer, serviceNames })
      : relyingParty({ ...(await embed(app, parts, serviceNames)), serviceNames });
    await sessionRoutes(parts.db, parts.clock)(app);
    if (parts.config.oidc) {
      const { publicUrl, secretKey } = parts.config;
      await managedElsewhereRoutes(parts.config.oidc.issuer)(app);
      const services = { ...parts, publicUrl, secretKey };
      await addRoutes(app, confirmMemberAddress(services));
    }
    await signInRoutes({ ...parts, provider, keepIdToken: parts.config.oidc !== undefined })(app);
  };
}

/**
 * Deletes expired sign-in data on a schedule. Every instance does this, and a second deletion has no effect.
 */
function deletePeriodically(app: App, parts: IdentityParts): void {
  const forget = (): void => {
    deleteExpiredSignIns(parts).catch((err: unknown) =>
      app.log.warn({ err }, 'old sign-ins were not removed'),
    );
  };
  const hourly = setInterval(forget, 60 * 60_000).unref();
  app.addHook('onClose', async () => clearInterval(hourly));
}

async function embed(
  app: App,
  { config, db, clock, jobs }: IdentityParts,
  serviceNames: readonly string[],
): Promise<ProviderAddress> {
  const provider = embeddedProvider(config, db);
  provider.on('server_error', (_ctx, err) => app.log.error({ err }, 'the embedded provider failed'));
  provider.on('grant.error', (_ctx, err) => app.log.warn({ err }, 'the embedded provider refused a code'));
  await addRoutes(app, mountProvider(provider, config.publicUrl));
  const { publicUrl, secretKey } = config;
  const services: NamingParts = { db, clock, publicUrl, secretKey, jobs, serviceNames };
  const providers = wellKnownNames.filter((name) => config.signInWith[name]);
  const settings = { signUp: config.signUp, disposableDomains: config.disposableDomains };
  for (const feature of [
    signInForm(provider, { ...services, settings, providers }),
    codeForm(provider, services),
    passkeyRoutes(provider, services),
    forgotPassword(services),
    confirmEmail(services),
    securityRoutes({ ...services, ...settings }),
  ]) {
    await addRoutes(app, feature);
  }
  return {
    issuer: provider.issuer,
    clientId,
    clientSecret: clientSecret(config.secretKey),
    knownAs: embeddedIssuer,
    atOwnOrigin: true,
    algorithm: 'ES256',
    fetch: fetchFrom(app),
  };
}

/**
 * Calls the embedded provider in-process, so that sign-in does not depend on DNS, certificates or a network
 * route from a container back to itself.
 */
function fetchFrom(app: App): NonNullable<ProviderAddress['fetch']> {
  return async (address, { method, headers, body }) => {
    const url = new URL(address);
    const answer = await app.inject({
      method: method as 'GET' | 'POST',
      url: url.pathname + url.search,
      headers: { ...headers, host: url.host },
      ...(body && { payload: formText(body) }),
    });
    const out = new Headers();
    for (const [name, value] of Object.entries(answer.headers)) {
      if (value !== undefined && name !== 'transfer-encoding') out.set(name, String(value));
    }
    return new Response(new Uint8Array(answer.rawPayload), { status: answer.statusCode, headers: out });
  };
}

/** Reads the body of a request by openid-client, which only sends forms. */
function formText(body: FetchBody): string {
  if (body instanceof URLSearchParams) return body.toString();
  throw new TypeError('The embedded provider accepts forms only.');
}
