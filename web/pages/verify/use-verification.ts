import { useEffect, useState } from 'react';
import { verifyFile } from '#verify/verify-file.ts';
import type { Trust } from '#verify/report.ts';
import { lookUpInstallationRecord, type Asked } from './ask-installation.ts';
import type { Roots } from './use-roots.ts';

export type Outcome = Asked | 'working' | 'unreadable';

/** Verifies a file again whenever the trusted roots change; undefined while there is no file. */
export function useVerification(
  file: File | undefined,
  trust: Pick<Roots, 'trusted' | 'timestamps' | 'lists' | 'logKeys' | 'from'>,
  ready: boolean,
): Outcome | undefined {
  const { trusted: roots, timestamps, lists, logKeys } = trust;
  const asksServer = trust.from === 'own';
  const [done, setDone] = useState<{ file: File; roots: readonly Uint8Array[]; outcome: Outcome }>();
  useEffect(() => {
    if (file === undefined || !ready) return;
    let wanted = true;
    void judgeFile(file, { roots, timestampRoots: timestamps, lists, logKeys }, asksServer).then(
      (outcome) => {
        if (wanted) setDone({ file, roots, outcome });
      },
    );
    return () => {
      wanted = false;
    };
  }, [file, roots, timestamps, lists, logKeys, asksServer, ready]);
  if (file === undefined) return undefined;
  return done?.file === file && done.roots === roots ? done.outcome : 'working';
}

export async function judgeFile(
  file: File,
  trust: Omit<Trust, 'now'>,
  asksServer: boolean,
): Promise<Exclude<Outcome, 'working'>> {
  const bytes = await file.arrayBuffer().catch(() => undefined);
  if (bytes === undefined) return 'unreadable';
  const report = await verifyFile(new Uint8Array(bytes), { ...trust, now: Date.now() });
  return asksServer && trust.logKeys ? lookUpInstallationRecord(report, trust.logKeys) : { report };
}
