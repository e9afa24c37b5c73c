import { QueryClient, type DefaultOptions } from '@tanstack/react-query';
import { liveConnection } from './connection.ts';

/** Time in ms for which data counts as fresh without an event. */
const newFor = 5 * 60_000;

/**
 * Data that an event has marked as changed is requested again. While no events can arrive, everything is
 * requested again on return.
 */
export const refetchOnMount = (): boolean | 'always' => liveConnection.current() === 'open' || 'always';

/**
 * Requests are never automatic: no polling, no retries, no refetch on window focus (specification §7).
 * Real-time events mark changed data. Returning to a screen refetches only marked data and data older than
 * five minutes, or everything while the connection is down. Unused data is removed after five minutes.
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

/** For mutations that change what other lists show, such as an owner or the visibility of something. */
export const invalidateAll = () => queryClient.invalidateQueries({ queryKey: ['api'] });
