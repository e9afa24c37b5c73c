import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { addressOf } from '#contract/address.ts';
import { aboutPaths } from '#contract/paths.ts';
import { readRoots } from '#verify/read-roots.ts';

export const rootAddress = addressOf(aboutPaths.readRootCertificate);

export type Roots = {
  /** DER. */
  readonly trusted: readonly Uint8Array[];
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
    queryFn: async ({ signal }) => {
      const answer = await fetch(rootAddress, { signal });
      if (!answer.ok) throw new Error(answer.statusText);
      return readRoots(await answer.text());
    },
    staleTime: Infinity,
    retry: false,
  });
  const [given, setGiven] = useState<{ name: string; roots: readonly Uint8Array[] }>();
  const [wrong, setWrong] = useState(false);
  const trusted = given?.roots ?? own.data ?? [];
  return {
    trusted,
    isPending: own.isPending,
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
