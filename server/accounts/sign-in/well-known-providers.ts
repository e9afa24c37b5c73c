import type { Config } from '../../foundation/config/config.ts';
import type { OutboundPost } from '../../ports/outbound-post.ts';
import { serviceNamesForPeople } from '../profile/service-names.ts';
import { guardedFetch, returnOfSignOn } from './account-provider.ts';
import { relyingParty, type ProviderAddress, type RelyingParty } from './relying-party.ts';

export const wellKnownNames = ['google', 'microsoft'] as const;
export type WellKnownName = (typeof wellKnownNames)[number];

export const isWellKnown = (name: string | undefined): name is WellKnownName =>
  wellKnownNames.some((known) => known === name);

type Claims = Readonly<Record<string, unknown>>;
type Preset = Pick<ProviderAddress, 'issuer' | 'perTenant'> & { vouches: (claims: Claims) => boolean };

const presets: Record<WellKnownName, Preset> = {
  google: {
    issuer: 'https://accounts.google.com',
    // Google verifies other addresses only once, and they may have changed owners since
    // (https://developers.google.com/identity/siwg/link-accounts).
    vouches: ({ email, email_verified, hd }) =>
      email_verified === true &&
      (typeof hd === 'string' || (typeof email === 'string' && email.toLowerCase().endsWith('@gmail.com'))),
  },
  microsoft: {
    issuer: 'https://login.microsoftonline.com/common/v2.0',
    // Anyone can create a tenant and enter any address in a profile there. Only the claim xms_edov states that the
    // tenant owns the domain of the address.
    perTenant: true,
    vouches: ({ xms_edov }) => [true, 1, '1', 'true'].some((stated) => stated === xms_edov),
  },
};

/** The providers that people can use next to the embedded one. */
export function wellKnownProviders(
  config: Pick<Config, 'secretKey' | 'plans' | 'operatorName' | 'signInWith'>,
  outbound: Pick<OutboundPost, 'call'>,
): ReadonlyMap<string, RelyingParty> {
  const parties = wellKnownNames.flatMap((name) => {
    const client = config.signInWith[name];
    if (!client) return [];
    const { issuer, perTenant, vouches } = presets[name];
    const party = relyingParty({
      ...client,
      issuer,
      knownAs: issuer,
      ...(perTenant && { perTenant }),
      vouches,
      returnsTo: returnOfSignOn(name),
      fetch: guardedFetch(outbound),
      serviceNames: serviceNamesForPeople(config),
    });
    return [[name, party] as const];
  });
  return new Map(parties);
}
