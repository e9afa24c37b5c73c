import { useState } from 'react';
import { findTrustedKeys, type TrustedLogKey } from '#core/log/trusted-keys.ts';
import { readRoots } from '#verify/read-roots.ts';

/**
 * Trusted root certificates, certificates of timestamp authorities and revocation lists, all in DER and
 * possibly empty. The log is not checked if there are no log keys.
 */
export type InstallationRoots = {
  readonly trusted: readonly Uint8Array[];
  readonly timestamps: readonly Uint8Array[];
  readonly lists: readonly Uint8Array[];
  readonly logKeys: readonly TrustedLogKey[] | undefined;
  readonly isPending: boolean;
  /** Loaded from the server that served the page, or embedded in the page. */
  readonly from: 'own' | 'kept';
};

export type Roots = Omit<InstallationRoots, 'from'> & {
  readonly from: 'own' | 'kept' | 'given' | 'none';
  readonly name: string;
  readonly wrong: boolean;
  give(file: File): Promise<void>;
};

type Given = { name: string; roots: readonly Uint8Array[]; logKeys: readonly TrustedLogKey[] | undefined };

/** Returns the root certificates that come with the page, or the ones that a person provides instead. */
export function useRoots(own: InstallationRoots): Roots {
  const [chosen, setChosen] = useState<Given>();
  const [wrong, setWrong] = useState(false);
  const trusted = chosen?.roots ?? own.trusted;
  return {
    ...own,
    trusted,
    // This installation's log keys do not apply to files of other installations.
    logKeys: chosen ? chosen.logKeys : own.logKeys,
    from: chosen ? 'given' : trusted.length > 0 ? own.from : 'none',
    name: chosen?.name ?? '',
    wrong,
    async give(file) {
      const text = await file.text().catch(() => '');
      const roots = readRoots(text);
      setWrong(roots.length === 0);
      if (roots.length > 0) setChosen({ name: file.name, roots, logKeys: findTrustedKeys(text) });
    },
  };
}
