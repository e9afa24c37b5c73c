import { QueryClient, type DefaultOptions } from '@tanstack/react-query';
import { liveConnection } from './connection.ts';

/** How long what was read counts as new where no hint says otherwise, in ms. */
const newFor = 5 * 60_000;

/** Hints say what is stale; while none can arrive, everything is asked again on coming back to it. */
export const refetchOnMount = (): boolean | 'always' => liveConnection.current() === 'open' || 'always';

/**
 * Nothing is asked again by itself: no polling, no retries, nothing when the window comes to the front (specification
 * §7). Live hints mark what changed; coming back to a screen asks only for what was marked, or is five minutes old,
 * and for everything while no hint could arrive. What is unused goes after five minutes.
 */
export const queryDefaults: DefaultOptions = {
  queries: {
    staleTime: newFor,
    gcTime: 5 * 60_000,
    refetchOnMount,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    refetchInterval: false,
    networkMode: 'always',
  },
  mutations: { retry: false, networkMode: 'always' },
};

export const queryClient = new QueryClient({ defaultOptions: queryDefaults });
