import { useEffect, useState } from 'react';
import type { Report } from '#verify/report.ts';
import { verifyFile } from '#verify/verify-file.ts';
import type { Roots } from './use-roots.ts';

export type Outcome = { readonly report: Report } | 'working' | 'unreadable';

/** Judges a file again whenever the trusted roots change; undefined while there is none. */
export function useVerification(
  file: File | undefined,
  { trusted: roots, timestamps }: Pick<Roots, 'trusted' | 'timestamps'>,
  ready: boolean,
): Outcome | undefined {
  const [done, setDone] = useState<{ file: File; roots: readonly Uint8Array[]; outcome: Outcome }>();
  useEffect(() => {
    if (file === undefined || !ready) return;
    let wanted = true;
    void judge(file, roots, timestamps).then((outcome) => {
      if (wanted) setDone({ file, roots, outcome });
    });
    return () => {
      wanted = false;
    };
  }, [file, roots, timestamps, ready]);
  if (file === undefined) return undefined;
  return done?.file === file && done.roots === roots ? done.outcome : 'working';
}

async function judge(
  file: File,
  roots: readonly Uint8Array[],
  timestampRoots: readonly Uint8Array[],
): Promise<Outcome> {
  const bytes = await file.arrayBuffer().catch(() => undefined);
  if (bytes === undefined) return 'unreadable';
  return { report: await verifyFile(new Uint8Array(bytes), { roots, timestampRoots, now: Date.now() }) };
}
