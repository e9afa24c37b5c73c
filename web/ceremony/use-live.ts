import { useEffect, useRef } from 'react';
import { addressOf } from '#contract/address.ts';
import { ceremonyPaths } from '#contract/paths.ts';

/** Waits between tries to hear again from a server that is away; doubles. Ms. */
const firstWait = 1000;
const slowestWait = 30_000;
/** A timer cannot wait longer than this. Ms. */
const longestTimer = 2 ** 31 - 1;

/**
 * Calls `onChange` when something may have changed behind the link: the server says so, the connection was lost
 * and is back, or the time to sign is over. Its answer says whether to go on.
 */
export function useLive(token: string, expires: string | null, onChange: () => Promise<boolean>): void {
  const change = useRef(onChange);
  useEffect(() => {
    change.current = onChange;
  });
  useEffect(() => follow(token, () => change.current()), [token]);
  useEffect(() => {
    const left = expires === null ? -1 : Date.parse(expires) - Date.now();
    if (left < 0 || left > longestTimer) return;
    const timer = setTimeout(() => void change.current(), left + 500);
    return () => clearTimeout(timer);
  }, [expires]);
}

function follow(token: string, onChange: () => Promise<boolean>): () => void {
  let source: EventSource | undefined;
  let wait = firstWait;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;

  const open = (): void => {
    source = new EventSource(addressOf(ceremonyPaths.followCeremony, { params: { token } }));
    source.onopen = () => (wait = firstWait);
    source.addEventListener('changed', () => void onChange());
    source.onerror = () => later();
    source.addEventListener('end', () => later());
  };
  const later = (): void => {
    source?.close();
    clearTimeout(timer);
    timer = setTimeout(() => {
      void onChange().then((goOn) => goOn && !stopped && open());
    }, wait);
    wait = Math.min(wait * 2, slowestWait);
  };
  open();
  return () => {
    stopped = true;
    source?.close();
    clearTimeout(timer);
  };
}
