import { useEffect, useEffectEvent } from 'react';
import { addressOf } from '#contract/address.ts';
import { liveEvents, type LiveEnding } from '#contract/api/realtime.ts';
import { ceremonyPaths } from '#contract/paths.ts';
import { follow } from '../kit/follow.ts';

/** The maximum delay that setTimeout accepts. */
const maxTimerMs = 2 ** 31 - 1;

/**
 * Calls `onChange` when the state of the link may have changed: the server reports a change, a lost
 * connection is restored, or one of `moments` has passed (the deadline, or the start of a new day). Its
 * result says whether to continue. Without a token no stream is opened, because the server refuses it while a
 * code is required, which would look like the end of the link.
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
    if (left > maxTimerMs) return;
    const timer = setTimeout(() => void change(), left + 500);
    return () => clearTimeout(timer);
  }, [times]);
}
