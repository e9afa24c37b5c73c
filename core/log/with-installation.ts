import type { TrustedLogKey } from './trusted-keys.ts';

/** Response of an installation to a lookup by the hashes of the first and the last event in a file. */
export type Installation = { readonly knowsDocument: boolean; readonly knowsLastEvent: boolean };

type Check = {
  readonly name: string;
  readonly result: string;
  readonly findings: readonly { readonly code: string }[];
};
/** The parts of a verification report that the response can change. */
type Judged = {
  readonly verdict: string;
  readonly checks: readonly Check[];
  readonly log?: { readonly key: string } | undefined;
};

/**
 * Merges a verification report with the response of the installation whose root and log are trusted. If the
 * installation has recorded the last event, the file needs no log proof. If it has not, the file is not genuine,
 * whichever key signed it, because the log key may have been stolen together with the seal key. `logKeys`
 * without `since` belong to other installations, whose logs this one does not know.
 */
export function withInstallation<Report extends Judged>(
  report: Report,
  installation: Installation,
  logKeys: readonly TrustedLogKey[],
): Report & { readonly installation: Installation } {
  const { verdict, log, checks } = report;
  const own = logKeys.filter(({ since }) => since !== undefined);
  const whole = { ...report, installation };
  if (log !== undefined && !own.some(({ key }) => key === log.key)) return whole;
  if (verdict === 'genuine' && !installation.knowsLastEvent)
    return { ...whole, verdict: 'unknown-log', checks: unconfirmed(checks) };
  const lacksProof = checks.some(({ findings }) => findings.some(({ code }) => code === 'log-proof-missing'));
  return verdict === 'unknown-log' && lacksProof && installation.knowsLastEvent
    ? { ...whole, verdict: 'genuine' }
    : whole;
}

function unconfirmed(checks: readonly Check[]): Check[] {
  const others = checks.filter(({ name }) => name !== 'log');
  const before = checks.find(({ name }) => name === 'log')?.findings ?? [];
  const findings = [...before, { code: 'event-unknown-here' }];
  return [...others, { name: 'log', result: 'unknown', findings }];
}
