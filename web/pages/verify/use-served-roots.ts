import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { addressOf } from '#contract/address.ts';
import { aboutPaths } from '#contract/paths.ts';
import { readRoots } from '#verify/read-roots.ts';
import { readBytes } from './read-bytes.ts';
import { useRoots, type Roots } from './use-roots.ts';

export const rootAddress = addressOf(aboutPaths.readRootCertificate);

export const timestampRootsAddress = addressOf(aboutPaths.readTimestampRoots);

const none: readonly Uint8Array[] = [];

/** Why the server's roots are not there, and another try; undefined where nothing failed. */
export type Lost = { readonly error: Error; again(): void };

/** This installation's roots, asked for once. */
export function useServedRoots(): { roots: Roots; lost: Lost | undefined } {
  const own = useServed('root-certificate', rootAddress);
  const time = useServed('timestamp-roots', timestampRootsAddress);
  const roots = useRoots({
    trusted: own.data ?? none,
    timestamps: time.data ?? none,
    isPending: own.isPending || time.isPending,
    from: 'own',
  });
  return { roots, lost: lostOf([own, time]) };
}

function useServed(name: string, address: string) {
  return useQuery({
    queryKey: [name],
    queryFn: ({ signal }) => fetchRoots(address, signal),
    staleTime: Infinity,
    retry: false,
  });
}

/** The first reason of some queries, and another try of those that failed. */
export function lostOf(queries: readonly Pick<UseQueryResult, 'error' | 'refetch'>[]): Lost | undefined {
  const failed = queries.filter(({ error }) => error !== null);
  const error = failed[0]?.error;
  if (!error) return undefined;
  return { error, again: () => failed.forEach(({ refetch }) => void refetch()) };
}

async function fetchRoots(address: string, signal: AbortSignal): Promise<Uint8Array[]> {
  return readRoots(await (await readBytes(address, signal)).bytes.text());
}
