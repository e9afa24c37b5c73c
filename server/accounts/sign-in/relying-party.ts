import { claimValues } from '#core/account/role-claim.ts';
import { cleanName } from '#core/person/name.ts';
import { spellingOf } from '#core/recipient/mail-address.ts';
import { pathOf, signInPaths } from '#contract/paths.ts';
import * as client from 'openid-client';
import { confirmedClaim, sessionClaim, type LoginScreen } from '../identity-provider/claims.ts';

/** An identity provider and our registration there. */
export interface ProviderAddress {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The issuer name stored for people of this provider; see identity.ts. */
  knownAs: string;
  /**
   * The only ID token algorithm that is allowed. If undefined, every public-key algorithm that the provider
   * advertises is allowed.
   */
  algorithm?: string;
  /**
   * True if the provider is part of this server. The browser then remains on its current host name, which
   * passkeys and forms depend on.
   */
  atOwnOrigin?: boolean;
  /**
   * Redirect path. Providers of different accounts never share a path. Otherwise a provider that redirects to
   * another one would receive the code issued there (RFC 9700, mix-up).
   */
  returnsTo?: string;
  /** True if each tenant of the provider is the issuer for its own users. */
  perTenant?: boolean;
  /** Returns true if the provider has verified the address. The default checks `email_verified`. */
  vouches?: (claims: Readonly<Record<string, unknown>>) => boolean;
  /** Claim with the roles or groups of a person. */
  roleClaim?: string | undefined;
  /** Replaces network requests to the provider. */
  fetch?: client.CustomFetch;
  /** Names that people must not resemble. */
  serviceNames?: readonly string[];
}

/** A person as described by the provider. */
export interface Person {
  issuer: string;
  subject: string;
  email: string;
  /**
   * True if the provider has verified the address (OpenID Connect Core §5.1, email_verified). A missing claim
   * counts as false.
   */
  emailVerified: boolean;
  /** Time at which the address was confirmed (ms UTC). Only the embedded provider returns it. */
  confirmedAt?: number | undefined;
  firstName: string;
  lastName: string;
  /** Values of the claim with their roles or groups. */
  roles?: string[] | undefined;
  idToken: string | undefined;
  /** True if the person authenticated with more than a password (RFC 8176). */
  factor: boolean;
  /** The session at the embedded provider; other providers do not disclose theirs. */
  providerSession?: string | undefined;
}

export interface RelyingParty {
  /** Returns the URL to redirect the browser to, and the values to check when it returns. */
  start(
    origin: string,
    screen?: LoginScreen,
  ): Promise<{ address: URL; state: string; nonce: string; verifier: string }>;
  /**
   * Redeems the code in the URL to which the provider redirected the browser.
   *
   * @throws if anything does not match (S-01)
   */
  finish(cameBackTo: URL, expected: { state: string; nonce: string; verifier: string }): Promise<Person>;
  /** Returns the URL that also signs the person out at the provider; undefined if the provider has none. */
  signOutAddress(origin: string, idToken: string | null): Promise<URL | undefined>;
}

/** Seconds until a request to the provider fails. With a longer timeout the page would seem unresponsive. */
const timeout = 10;

/** Authorization code flow with PKCE, state and nonce. All providers use this code. */
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
        redirect_uri: `${origin}${provider.returnsTo ?? pathOf(signInPaths.completeSignIn)}`,
        scope: 'openid email profile',
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
        // This parameter is not part of OpenID Connect, but several providers support it. All others must
        // ignore it.
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
      const { roleClaim } = provider;
      const lacks =
        typeof token['email'] !== 'string' ||
        (roleClaim !== undefined && claimValues(token, roleClaim).length === 0);
      const claims =
        lacks && config.serverMetadata().userinfo_endpoint
          ? { ...token, ...(await client.fetchUserInfo(config, tokens.access_token, token.sub)) }
          : token;
      const said = claims as Record<string, unknown>;
      const text = (name: string): string => {
        const value = said[name];
        return typeof value === 'string' ? value.trim().slice(0, 254) : '';
      };
      if (text('email') === '') throw new Error('the provider gave no email address');
      return {
        issuer: provider.perTenant ? token.iss : provider.knownAs,
        subject: token.sub,
        email: spellingOf(text('email')),
        emailVerified: provider.vouches ? provider.vouches(said) : said['email_verified'] === true,
        confirmedAt: provider.atOwnOrigin ? numberOf(said[confirmedClaim]) : undefined,
        firstName: cleanName(
          text('given_name') || (text('family_name') ? '' : text('name')),
          provider.serviceNames,
        ),
        lastName: cleanName(text('family_name'), provider.serviceNames),
        roles: roleClaim === undefined ? undefined : claimValues(said, roleClaim),
        idToken: tokens.id_token,
        factor: Array.isArray(said['amr']) && said['amr'].includes('mfa'),
        providerSession: (provider.atOwnOrigin && text(sessionClaim)) || undefined,
      };
    },

    async signOutAddress(origin, idToken) {
      const config = await configuration();
      if (!config.serverMetadata().end_session_endpoint) return undefined;
      const address = client.buildEndSessionUrl(config, {
        post_logout_redirect_uri: `${origin}${pathOf(signInPaths.showSignedOut)}`,
        ...(idToken && { id_token_hint: idToken }),
      });
      return here(address, origin);
    },
  };
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

/**
 * Fetches the metadata at the first sign-in, so that the server can start without the provider. A failure is
 * not cached.
 */
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
    // Verifies signatures although the token came directly from the provider, because without TLS (local
    // machine) nothing else protects it.
    client.enableNonRepudiationChecks,
    // config.ts allows plain HTTP on the local machine only.
    ...(issuer.protocol === 'http:' ? [client.allowInsecureRequests] : []),
  ];
  return client.discovery(
    issuer,
    provider.clientId,
    provider.algorithm ? { id_token_signed_response_alg: provider.algorithm } : {},
    // HTTP Basic requires a form-encoded secret, which some providers reject. All providers accept the secret
    // in the body.
    client.ClientSecretPost(provider.clientSecret),
    { execute, timeout, ...(provider.fetch && { [client.customFetch]: provider.fetch }) },
  );
}
