import { queryOptions, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { addressOf } from '#contract/address.ts';
import { aboutPaths, logPaths } from '#contract/paths.ts';
import { readTrustedKeys, type TrustedLogKey } from '#core/log/trusted-keys.ts';
import { readLists } from '#verify/read-lists.ts';
import { readRoots } from '#verify/read-roots.ts';
import { RequestError } from '../../api/transport/request.ts';
import { Unreachable } from '../../kit/request.ts';
import { readBytes } from './read-bytes.ts';
import { useRoots, type Roots } from './use-roots.ts';

export const rootAddress = addressOf(aboutPaths.downloadRootPem);

export const timestampRootsAddress = addressOf(aboutPaths.downloadTimestampRoots);

export const listAddress = addressOf(aboutPaths.downloadCrl);

export const logKeysAddress = addressOf(logPaths.readLogKeys);

const none: readonly Uint8Array[] = [];

/**
 * Why the server's roots or list could not be loaded, with a function to retry. Undefined if nothing failed.
 */
export type Lost = { readonly error: Error; again(): void };

/** Loads this installation's roots, log keys and revocation list once. */
export function useServedRoots(): { roots: Roots; lost: Lost | undefined } {
  const own = useQuery(servedQueries.own);
  const time = useQuery(servedQueries.time);
  const withdrawn = useQuery(servedQueries.withdrawn);
  const logKeys = useQuery(servedQueries.logKeys);
  const roots = useRoots({
    trusted: trustedWith(own, withdrawn, logKeys),
    timestamps: time.data ?? none,
    lists: withdrawn.data ?? none,
    logKeys: logKeys.data,
    isPending: own.isPending || time.isPending || withdrawn.isPending || logKeys.isPending,
    from: 'own',
  });
  return { roots, lost: failedQuery([own, time, withdrawn, logKeys]) };
}

type Served<T> = { readonly data: T | undefined };

/**
 * Returns the roots to use, only if everything has loaded. Without the revocation list, a seal by a revoked
 * key would be called genuine. Without the log keys, a file made with a stolen key would be.
 */
export function trustedWith(
  own: Served<readonly Uint8Array[]>,
  withdrawn: Served<unknown>,
  logKeys: Served<unknown>,
): readonly Uint8Array[] {
  return withdrawn.data === undefined || logKeys.data === undefined ? none : (own.data ?? none);
}

function servedQuery<T>(name: string, fetchAll: (signal: AbortSignal) => Promise<readonly T[]>) {
  return queryOptions({
    queryKey: [name],
    queryFn: ({ signal }) => fetchAll(signal),
    staleTime: Infinity,
    retry: false,
  });
}

async function fetchLogKeys(signal: AbortSignal): Promise<readonly TrustedLogKey[]> {
  const keys = readTrustedKeys(await (await readBytes(logKeysAddress, signal)).bytes.text());
  if (!keys) throw new Unreachable('The server’s log keys cannot be read.');
  return keys;
}

/** Returns the first error of several queries, and a function that retries the failed ones. */
export function failedQuery(queries: readonly Pick<UseQueryResult, 'error' | 'refetch'>[]): Lost | undefined {
  const failed = queries.filter(({ error }) => error !== null);
  const error = failed[0]?.error;
  if (!error) return undefined;
  return { error, again: () => failed.forEach(({ refetch }) => void refetch()) };
}

async function fetchRoots(address: string, signal: AbortSignal): Promise<Uint8Array[]> {
  return readRoots(await (await readBytes(address, signal)).bytes.text());
}

async function fetchLists(signal: AbortSignal): Promise<readonly Uint8Array[]> {
  try {
    const { bytes } = await readBytes(listAddress, signal);
    const lists = readLists(new Uint8Array(await bytes.arrayBuffer()));
    // Without the list, a file would be verified as if no certificate had been revoked.
    if (lists.length === 0) throw new Unreachable('The server’s revocation list cannot be read.');
    return lists;
  } catch (error) {
    // An external authority publishes its list elsewhere.
    if (error instanceof RequestError && error.status === 404) return none;
    throw error;
  }
}

/** The requests of the page to the server. */
export const servedQueries = {
  own: servedQuery('root-certificate', (signal) => fetchRoots(rootAddress, signal)),
  time: servedQuery('timestamp-roots', (signal) => fetchRoots(timestampRootsAddress, signal)),
  withdrawn: servedQuery('withdrawn', fetchLists),
  logKeys: servedQuery('log-keys', fetchLogKeys),
};
