import { useQuery } from '@tanstack/react-query';
import { addressOf } from '#contract/address.ts';
import { aboutPaths } from '#contract/paths.ts';
import { readRoots } from '#verify/read-roots.ts';
import { useRoots, type Roots } from './use-roots.ts';

export const rootAddress = addressOf(aboutPaths.readRootCertificate);

export const timestampRootsAddress = addressOf(aboutPaths.readTimestampRoots);

const none: readonly Uint8Array[] = [];

/** This installation's roots, asked for once. */
export function useServedRoots(): Roots {
  const own = useServed('root-certificate', rootAddress);
  const time = useServed('timestamp-roots', timestampRootsAddress);
  return useRoots({
    trusted: own.data ?? none,
    timestamps: time.data ?? none,
    isPending: own.isPending || time.isPending,
    from: 'own',
  });
}

function useServed(name: string, address: string) {
  return useQuery({
    queryKey: [name],
    queryFn: ({ signal }) => fetchRoots(address, signal),
    staleTime: Infinity,
    retry: false,
  });
}

async function fetchRoots(address: string, signal: AbortSignal): Promise<Uint8Array[]> {
  const answer = await fetch(address, { signal });
  if (!answer.ok) throw new Error(answer.statusText);
  return readRoots(await answer.text());
}
