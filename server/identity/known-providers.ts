import type { Clock } from '../ports/clock.ts';
import type { RelyingParty } from './relying-party.ts';
import type { SignOn } from './sign-on-store.ts';

/** How long the metadata and keys of an account's provider are believed, in ms; and of how many providers. */
const believedFor = 10 * 60_000;
const most = 500;

type Kept = { made: string; party: RelyingParty; until: number };

/**
 * Remembers the providers that accounts chose, so that looking one up asks it once and not at each call: anybody may begin
 * a sign-in, and would have us call whoever set a provider up as often as they like. One that has changed, or at which a
 * sign-in failed, is asked anew; whoever asks at the same time waits for the same answer.
 */
export function rememberProviders(
  make: (signOn: SignOn) => RelyingParty,
  clock: Clock,
): (signOn: SignOn) => RelyingParty {
  const kept = new Map<string, Kept>();
  return (signOn) => {
    const { accountId } = signOn;
    const made = [signOn.issuer, signOn.clientId, signOn.secret].join(' ');
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
