import { useState } from 'react';
import { readRoots } from '#verify/read-roots.ts';

/**
 * In DER: the root certificates to trust, those of the authorities for time, and lists of withdrawn certificates; none where
 * there are none.
 */
export type OwnRoots = {
  readonly trusted: readonly Uint8Array[];
  readonly timestamps: readonly Uint8Array[];
  readonly lists: readonly Uint8Array[];
  readonly isPending: boolean;
  /** Of the server that the page came from, or kept in the page itself. */
  readonly from: 'own' | 'kept';
};

export type Roots = Omit<OwnRoots, 'from'> & {
  readonly from: 'own' | 'kept' | 'given' | 'none';
  readonly name: string;
  readonly wrong: boolean;
  give(file: File): Promise<void>;
};

/** The root certificates that come with the page, or the one that somebody gives in their place. */
export function useRoots(own: OwnRoots): Roots {
  const [given, setGiven] = useState<{ name: string; roots: readonly Uint8Array[] }>();
  const [wrong, setWrong] = useState(false);
  const trusted = given?.roots ?? own.trusted;
  return {
    ...own,
    trusted,
    from: given ? 'given' : trusted.length > 0 ? own.from : 'none',
    name: given?.name ?? '',
    wrong,
    async give(file) {
      const roots = readRoots(await file.text().catch(() => ''));
      setWrong(roots.length === 0);
      if (roots.length > 0) setGiven({ name: file.name, roots });
    },
  };
}
