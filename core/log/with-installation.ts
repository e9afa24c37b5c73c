import type { TrustedLogKey } from './trusted-keys.ts';

/** The response of an installation, looked up by the hashes of the first and the last event in a file. */
export type Installation = { readonly knowsDocument: boolean; readonly knowsLastEvent: boolean };

type Check = {
  readonly name: string;
  readonly result: string;
  readonly findings: readonly { readonly code: string }[];
};
/** The members of a verification report that the response affects. */
type Judged = {
  readonly verdict: string;
  readonly checks: readonly Check[];
  readonly log?: { readonly key: string } | undefined;
};

/**
 * Merges a report with the response of the installation whose root and log are trusted. A recorded event
 * replaces a proof that is missing in the file. A file whose audit trail is not recorded there is not
 * genuine, whichever key signed it: the log key may have been stolen together with the seal key. `logKeys`
 * without a time belong to other installations, whose logs this one cannot know.
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
