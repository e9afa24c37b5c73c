import { useEffect, useState } from 'react';
import type { Report } from '#verify/report.ts';
import { verifyFile, type Trust } from '#verify/verify-file.ts';
import type { Roots } from './use-roots.ts';

export type Outcome = { readonly report: Report } | 'working' | 'unreadable';

/** Judges a file again whenever the trusted roots change; undefined while there is none. */
export function useVerification(
  file: File | undefined,
  { trusted: roots, timestamps, lists }: Pick<Roots, 'trusted' | 'timestamps' | 'lists'>,
  ready: boolean,
): Outcome | undefined {
  const [done, setDone] = useState<{ file: File; roots: readonly Uint8Array[]; outcome: Outcome }>();
  useEffect(() => {
    if (file === undefined || !ready) return;
    let wanted = true;
    void judge(file, { roots, timestampRoots: timestamps, lists }).then((outcome) => {
      if (wanted) setDone({ file, roots, outcome });
    });
    return () => {
      wanted = false;
    };
  }, [file, roots, timestamps, lists, ready]);
  if (file === undefined) return undefined;
  return done?.file === file && done.roots === roots ? done.outcome : 'working';
}

async function judge(file: File, trust: Omit<Trust, 'now'>): Promise<Outcome> {
  const bytes = await file.arrayBuffer().catch(() => undefined);
  if (bytes === undefined) return 'unreadable';
  return { report: await verifyFile(new Uint8Array(bytes), { ...trust, now: Date.now() }) };
}
