import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { addressOf } from '#contract/address.ts';
import { aboutPaths } from '#contract/paths.ts';
import { readRoots } from '#verify/read-roots.ts';

export const rootAddress = addressOf(aboutPaths.readRootCertificate);

export const timestampRootsAddress = addressOf(aboutPaths.readTimestampRoots);

const none: readonly Uint8Array[] = [];

export type Roots = {
  /** DER. */
  readonly trusted: readonly Uint8Array[];
  /** Those of the authorities for time that this installation believes; none where it has no such setting. */
  readonly timestamps: readonly Uint8Array[];
  readonly isPending: boolean;
  readonly from: 'own' | 'given' | 'none';
  readonly name: string;
  readonly wrong: boolean;
  give(file: File): Promise<void>;
};

/** This installation's root certificate, or the one that somebody gives in its place. */
export function useRoots(): Roots {
  const own = useQuery({
    queryKey: ['root-certificate'],
    queryFn: ({ signal }) => fetchRoots(rootAddress, signal),
    staleTime: Infinity,
    retry: false,
  });
  const time = useQuery({
    queryKey: ['timestamp-roots'],
    queryFn: ({ signal }) => fetchRoots(timestampRootsAddress, signal),
    staleTime: Infinity,
    retry: false,
  });
  const [given, setGiven] = useState<{ name: string; roots: readonly Uint8Array[] }>();
  const [wrong, setWrong] = useState(false);
  const trusted = given?.roots ?? own.data ?? [];
  return {
    trusted,
    timestamps: time.data ?? none,
    isPending: own.isPending || time.isPending,
    from: given ? 'given' : trusted.length > 0 ? 'own' : 'none',
    name: given?.name ?? '',
    wrong,
    async give(file) {
      const roots = readRoots(await file.text().catch(() => ''));
      setWrong(roots.length === 0);
      if (roots.length > 0) setGiven({ name: file.name, roots });
    },
  };
}

async function fetchRoots(address: string, signal: AbortSignal): Promise<Uint8Array[]> {
  const answer = await fetch(address, { signal });
  if (!answer.ok) throw new Error(answer.statusText);
  return readRoots(await answer.text());
}
