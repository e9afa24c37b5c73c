import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type Provider from 'oidc-provider';
import { loginRows } from '#contract/accounts/login-routes.ts';
import { refuse } from '#core/refusal.ts';
import { burstLimiter, burstLimits } from '../../foundation/http/burst-limiter.ts';
import { clientOf } from '../../foundation/http/input/client-of.ts';
import type { Routes } from '../../foundation/http/fastify-app.ts';
import { originOf } from '../../foundation/http/own-origins.ts';
import { serve } from '../../foundation/http/serve.ts';
import { findInteraction, finishInteraction } from './interaction.ts';
import { requestPasskey, personOfPasskey } from './passkeys.ts';
import type { ProviderParts } from './notify-owner.ts';

/** Routes for signing in with a passkey, used by the script of the sign-in page. */
export function passkeyRoutes(provider: Provider, services: ProviderParts): Routes {
  const wrong = burstLimiter(burstLimits.wrongPasswordFromAddress, services.clock);
  return (app) => {
    serve(app, loginRows.beginPasskeySignIn, async ({ request, reply }) => {
      const uid = await findInteraction(provider, request, reply);
      if (uid === undefined) return expired;
      return requestPasskey(services, uid, originOf(request, services.publicUrl));
    });
    serve(app, loginRows.signInByPasskey, async ({ body, request, reply }) => {
      const uid = await findInteraction(provider, request, reply);
      if (uid === undefined) return expired;
      const wait = wrong.waitFor(clientOf(request));
      if (wait > 0) return { ...tooMany, retryAfter: wait };
      wrong.count(clientOf(request));
      const origin = originOf(request, services.publicUrl);
      const response = body as unknown as AuthenticationResponseJSON;
      const identityId = await personOfPasskey(services, uid, { response, origin });
      if (identityId === undefined) return refused;
      wrong.releaseDomain(clientOf(request));
      // The passkey has already verified the user, so no additional code is needed.
      const person = { identityId, proofs: ['hwk' as const, 'user' as const, 'mfa' as const] };
      return { goTo: await finishInteraction(provider, request, reply, person) };
    });
  };
}

const expired = refuse('not-found', 'This sign-in page has expired. Start again.');
const refused = refuse('passkey-refused', 'The passkey was not accepted. Try again or use your password.');
const tooMany = refuse('too-many-requests', 'Too many attempts. Wait a few minutes and try again.');
