import { cleanName } from '#core/person/name.ts';
import { pathOf, signInPaths } from '#contract/paths.ts';
import * as client from 'openid-client';
import { confirmedClaim, sessionClaim, type LoginScreen } from '../identity-provider/claims.ts';

/** Where people are signed in, and how we are known there. */
export interface ProviderAddress {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The name under which this provider's people are remembered; see identity.ts. */
  knownAs: string;
  /** The only algorithm its id tokens may have; undefined: those that it announces, of public keys only. */
  algorithm?: string;
  /** It is part of this server: a browser stays at the name it came by, which passkeys and forms depend on. */
  atOwnOrigin?: boolean;
  /**
   * Where browsers come back to from it. No two providers of strangers share one: a provider that sends people on to
   * another would be handed the code that they bring from there (RFC 9700, mix-up).
   */
  returnsTo?: string;
  /** How to reach it, when not by the network. */
  fetch?: client.CustomFetch;
  /** Names that no person may resemble. */
  serviceNames?: readonly string[];
}

/** A person as the provider describes them. */
export interface Person {
  issuer: string;
  subject: string;
  email: string;
  /**
   * Whether the provider vouches that mail to this address reaches them (OpenID Connect Core §5.1, email_verified);
   * what it does not say it does not vouch for.
   */
  emailVerified: boolean;
  /** Since when, ms UTC; only the embedded provider says. */
  confirmedAt?: number | undefined;
  firstName: string;
  lastName: string;
  idToken: string | undefined;
  /** Whether they proved more than a password there (RFC 8176). */
  factor: boolean;
  /** The session at the embedded provider; another provider keeps its own to itself. */
  providerSession?: string | undefined;
}

export interface RelyingParty {
  /** The address to send a browser to, and what to expect when it comes back. */
  start(
    origin: string,
    screen?: LoginScreen,
  ): Promise<{ address: URL; state: string; nonce: string; verifier: string }>;
  /** Redeems the code in the address that a browser came back to. Throws when anything does not fit (S-01). */
  finish(cameBackTo: URL, expected: { state: string; nonce: string; verifier: string }): Promise<Person>;
  /** Where to send a browser to sign out there too; undefined when the provider has no such place. */
  signOutAddress(origin: string, idToken: string | null): Promise<URL | undefined>;
}

/** In seconds: longer, and the page that waits for it would seem dead. */
const timeout = 10;

/** Authorization code flow with PKCE, state and nonce; the same code for every provider. */
export function relyingParty(provider: ProviderAddress): RelyingParty {
  const configuration = discoverOnce(provider);
  const here = (address: URL, origin: string): URL =>
    provider.atOwnOrigin ? new URL(address.pathname + address.search, origin) : address;
  return {
    async start(origin, screen) {
      const [state, nonce, verifier] = [
        client.randomState(),
        client.randomNonce(),
        client.randomPKCECodeVerifier(),
      ];
      const address = client.buildAuthorizationUrl(await configuration(), {
        redirect_uri: `${origin}${provider.returnsTo ?? pathOf(signInPaths.takeSignIn)}`,
        scope: 'openid email profile',
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
        // No part of OpenID Connect, but what several providers understand; the others have to ignore it.
        ...(screen === 'create' && { screen_hint: 'signup' }),
      });
      return { address: here(address, origin), state, nonce, verifier };
    },

    async finish(cameBackTo, { state, nonce, verifier }) {
      const config = await configuration();
      const tokens = await client.authorizationCodeGrant(config, cameBackTo, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const token = tokens.claims()!;
      const claims =
        typeof token['email'] !== 'string' && config.serverMetadata().userinfo_endpoint
          ? { ...token, ...(await client.fetchUserInfo(config, tokens.access_token, token.sub)) }
          : token;
      const said = claims as Record<string, unknown>;
      const text = (name: string): string => {
        const value = said[name];
        return typeof value === 'string' ? value.trim().slice(0, 254) : '';
      };
      if (text('email') === '') throw new Error('the provider gave no e-mail address');
      return {
        issuer: provider.knownAs,
        subject: token.sub,
        email: text('email'),
        emailVerified: said['email_verified'] === true,
        confirmedAt: provider.atOwnOrigin ? numberOf(said[confirmedClaim]) : undefined,
        firstName: cleanName(
          text('given_name') || (text('family_name') ? '' : text('name')),
          provider.serviceNames,
        ),
        lastName: cleanName(text('family_name'), provider.serviceNames),
        idToken: tokens.id_token,
        factor: Array.isArray(said['amr']) && said['amr'].includes('mfa'),
        providerSession: text(sessionClaim) || undefined,
      };
    },

    async signOutAddress(origin, idToken) {
      const config = await configuration();
      if (!config.serverMetadata().end_session_endpoint) return undefined;
      const address = client.buildEndSessionUrl(config, {
        post_logout_redirect_uri: `${origin}${pathOf(signInPaths.signedOut)}`,
        ...(idToken && { id_token_hint: idToken }),
      });
      return here(address, origin);
    },
  };
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

/** Asked at the first sign-in, so that we start without the provider; a failed answer is not remembered. */
function discoverOnce(provider: ProviderAddress): () => Promise<client.Configuration> {
  let found: Promise<client.Configuration> | undefined;
  return () => {
    found ??= discover(provider).catch((error: unknown) => {
      found = undefined;
      throw error;
    });
    return found;
  };
}

function discover(provider: ProviderAddress): Promise<client.Configuration> {
  const issuer = new URL(provider.issuer);
  const execute = [
    // Signatures are checked even though the token came straight from the provider: without TLS (on this
    // machine) nothing else vouches for it.
    client.enableNonRepudiationChecks,
    // config.ts lets plain HTTP through on this machine only.
    ...(issuer.protocol === 'http:' ? [client.allowInsecureRequests] : []),
  ];
  return client.discovery(
    issuer,
    provider.clientId,
    provider.algorithm ? { id_token_signed_response_alg: provider.algorithm } : {},
    // HTTP Basic form-encodes the secret, which some providers refuse; in the body all read it alike.
    client.ClientSecretPost(provider.clientSecret),
    { execute, timeout, ...(provider.fetch && { [client.customFetch]: provider.fetch }) },
  );
}
