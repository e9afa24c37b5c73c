import { useEffect, useEffectEvent } from 'react';
import { addressOf } from '#contract/address.ts';
import { liveEvents, type LiveEnding } from '#contract/live.ts';
import { ceremonyPaths } from '#contract/paths.ts';
import { follow } from '../kit/follow.ts';

/** A timer cannot wait longer than this. Ms. */
const longestTimer = 2 ** 31 - 1;

/**
 * Calls `onChange` when something may have changed behind the link: the server says so, the connection was lost
 * and is back, or one of `moments` has come: the time to sign is over, or a new day begins. Its answer says whether to go on. Without a token nothing is followed: a
 * stream is refused where a code is asked for, and that would be taken for the end of the link.
 */
export function useLive(
  token: string | null,
  moments: readonly (string | null)[],
  onChange: () => Promise<boolean>,
): void {
  const change = useEffectEvent(onChange);
  useEffect(() => {
    if (token === null) return;
    return follow(addressOf(ceremonyPaths.followCeremony, { params: { token } }), {
      on: { [liveEvents.changed]: () => void change() },
      onEnd: (why) => (why === ('replaced' satisfies LiveEnding) ? 'rest' : 'try-again'),
      onBack: () => void change(),
      goOn: () => change(),
    });
  }, [token]);
  const times = moments.join(' ');
  useEffect(() => {
    const now = Date.now();
    const ahead = times.split(' ').map((time) => Date.parse(time) - now);
    const left = Math.min(...ahead.filter((ms) => ms >= 0));
    if (left > longestTimer) return;
    const timer = setTimeout(() => void change(), left + 500);
    return () => clearTimeout(timer);
  }, [times]);
}
