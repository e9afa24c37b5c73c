import { addressOf } from '#contract/address.ts';
import { signInPaths } from '#contract/paths.ts';
import { serviceNamesForPeople } from '../profile/service-names.ts';
import type { Config } from '../../foundation/config/config.ts';
import type { OutboundPost } from '../../ports/outbound-post.ts';
import { relyingParty, type ProviderAddress, type RelyingParty } from './relying-party.ts';
import { signOnLabel, openClientSecret, type SignOn } from './sign-on-store.ts';

/**
 * Returns the identity provider of an account. Its metadata, keys and tokens are fetched with the same
 * protection as webhooks, because customers choose its URL (S-33).
 */
export function accountProvider(
  config: Pick<Config, 'secretKey' | 'plans' | 'operatorName'>,
  outbound: Pick<OutboundPost, 'call'>,
  signOn: SignOn,
): RelyingParty {
  return relyingParty({
    issuer: signOn.issuer,
    clientId: signOn.clientId,
    clientSecret: openClientSecret(config.secretKey, signOn),
    knownAs: signOnLabel(signOn),
    returnsTo: returnOfSignOn(signOn.accountId),
    roleClaim: signOn.roleClaim?.name,
    fetch: guardedFetch(outbound),
    serviceNames: serviceNamesForPeople(config),
  });
}

/** Returns the redirect path that only this account's provider uses. */
export const returnOfSignOn = (accountId: string): string =>
  addressOf(signInPaths.completeSignOn, { params: { accountId } });

export function guardedFetch({ call }: Pick<OutboundPost, 'call'>): NonNullable<ProviderAddress['fetch']> {
  return async (url, { method, headers, body }) => {
    if (method !== 'GET' && method !== 'POST')
      throw new TypeError(`Providers are not called with ${method}.`);
    if (body !== undefined && body !== null && !(body instanceof URLSearchParams))
      throw new TypeError('Providers accept forms only.');
    const sent = body ? { body: body.toString() } : {};
    const answer = await call({ url, method, headers, ...sent });
    if ('problem' in answer) throw new Error(`the provider of the account: ${answer.problem}`);
    const out = new Headers();
    for (const [name, value] of Object.entries(answer.headers))
      if (name !== 'transfer-encoding' && name !== 'content-length') out.set(name, value);
    return new Response(new Uint8Array(answer.body), { status: answer.status, headers: out });
  };
}
