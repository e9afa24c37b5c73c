import { useState } from 'react';
import { findTrustedKeys, type TrustedLogKey } from '#core/log/trusted-keys.ts';
import { readRoots } from '#verify/read-roots.ts';

/**
 * In DER: the root certificates to trust, those of the authorities for time, and lists of withdrawn certificates; none where
 * there are none. Without keys of logs the log is not checked.
 */
export type OwnRoots = {
  readonly trusted: readonly Uint8Array[];
  readonly timestamps: readonly Uint8Array[];
  readonly lists: readonly Uint8Array[];
  readonly logKeys: readonly TrustedLogKey[] | undefined;
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

type Given = { name: string; roots: readonly Uint8Array[]; logKeys: readonly TrustedLogKey[] | undefined };

/** The root certificates that come with the page, or the one that somebody gives in their place. */
export function useRoots(own: OwnRoots): Roots {
  const [given, setGiven] = useState<Given>();
  const [wrong, setWrong] = useState(false);
  const trusted = given?.roots ?? own.trusted;
  return {
    ...own,
    trusted,
    // Those of this installation say nothing about the files of another.
    logKeys: given ? given.logKeys : own.logKeys,
    from: given ? 'given' : trusted.length > 0 ? own.from : 'none',
    name: given?.name ?? '',
    wrong,
    async give(file) {
      const text = await file.text().catch(() => '');
      const roots = readRoots(text);
      setWrong(roots.length === 0);
      if (roots.length > 0) setGiven({ name: file.name, roots, logKeys: findTrustedKeys(text) });
    },
  };
}
