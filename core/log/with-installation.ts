import type { TrustedLogKey } from './trusted-keys.ts';

/** The answer of an installation, by the hashes of the first and of the last event in a file. */
export type Installation = { readonly knowsDocument: boolean; readonly knowsLastEvent: boolean };

type Check = {
  readonly name: string;
  readonly result: string;
  readonly findings: readonly { readonly code: string }[];
};
/** The members of a verifier's report that the answer bears upon. */
type Judged = {
  readonly verdict: string;
  readonly checks: readonly Check[];
  readonly log?: { readonly key: string } | undefined;
};

/**
 * A report together with the answer of the installation whose root and log are trusted. A recorded event replaces a
 * proof that is missing in the file. A file whose trail is not recorded there is not genuine, whatever key signed it: the
 * key of the log may be stolen with the key of the seal. `logKeys` without a time are those of other installations, and
 * this one cannot know what is in their logs.
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
