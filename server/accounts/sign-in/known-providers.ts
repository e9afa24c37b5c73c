import type { Clock } from '../../ports/clock.ts';
import type { RelyingParty } from './relying-party.ts';
import type { SignOn } from './sign-on-store.ts';

/**
 * How long the metadata and keys of an account's provider are cached (milliseconds), and for how many
 * providers.
 */
const believedFor = 10 * 60_000;
const most = 500;

type Kept = { made: string; party: RelyingParty; until: number };

/**
 * Caches the providers that accounts configured. Anyone can start a sign-in, so without a cache they could
 * make us call a provider's URL as often as they like. After a change or a failed sign-in the metadata is
 * fetched again. Concurrent requests share one fetch.
 */
export function rememberProviders(
  make: (signOn: SignOn) => RelyingParty,
  clock: Clock,
): (signOn: SignOn) => RelyingParty {
  const kept = new Map<string, Kept>();
  return (signOn) => {
    const { accountId } = signOn;
    const made = [signOn.issuer, signOn.clientId, signOn.secret, signOn.roleClaim?.name].join(' ');
    const known = kept.get(accountId);
    if (known?.made === made && known.until > clock()) return known.party;
    kept.delete(accountId);
    if (kept.size >= most) kept.delete(kept.keys().next().value!);
    const inner = make(signOn);
    const forget = (error: unknown): never => {
      if (kept.get(accountId)?.party === party) kept.delete(accountId);
      throw error;
    };
    const party: RelyingParty = {
      ...inner,
      start: (...asked) => inner.start(...asked).catch(forget),
      finish: (...asked) => inner.finish(...asked).catch(forget),
    };
    kept.set(accountId, { made, party, until: clock() + believedFor });
    return party;
  };
}
