import type { Report } from '../report.ts';
import type { ReportFormatter } from '../report-formatter.ts';

/**
 * Formats a report as lines of text, starting with the verdict. Terminal control characters are replaced by
 * dots.
 */
export function print(report: Report, formatter: ReportFormatter): string {
  const { words } = formatter;
  const { title, text } = formatter.verdict(report);
  const lines = [title, text, ...story(report, formatter), ...audit(report, formatter)];
  if (report.checks.length > 0) lines.push('', words.checks);
  if (report.bytesAfter > 0) lines.push(`  ${words.withoutAdded}`);
  if (report.augmented) lines.push(`  ${words.augmented}`);
  for (const { name, result, findings } of report.checks) {
    const check = words.check[name];
    lines.push(`  [${words.result[result]}] ${check.title}${result === 'holds' ? `: ${check.holds}` : ''}`);
    for (const finding of findings) lines.push(`      ${formatter.finding(finding)}`);
  }
  lines.push('', ...details(report, formatter));
  return `${lines.map((line) => line.replaceAll(/\p{Cc}/gu, '·')).join('\n')}\n`;
}

function story({ story: signing, verdict, set, earlier = [] }: Report, formatter: ReportFormatter): string[] {
  if (signing === undefined) return [];
  const { words } = formatter;
  const isVouched = verdict === 'genuine';
  return [
    '',
    words.who.title,
    ...(isVouched ? [] : [`  ${words.who.notVouched}`]),
    `  ${words.who.document}: ${signing.title}`,
    ...(signing.apart ? [`  ${words.apart[signing.apart]}`] : []),
    ...(set ? [`  ${formatter.place(set)}`] : []),
    ...(set?.test ? [`  ${words.set.test}`] : []),
    ...(signing.ending ? [`  ${formatter.ended(signing.ending)}`] : []),
    ...(signing.sender ? [`  ${formatter.sent(signing.sender)}`] : []),
    ...(signing.sender ? formatter.hints(signing.sender).map((hint) => `  ${hint}`) : []),
    ...earlier.map((one) => `  ${formatter.earlier(one)}`),
    ...(signing.certificate ? [`  ${formatter.certificate(signing.certificate)}`] : []),
    ...signing.parties.flatMap((party) => [
      `  ${namedParty(party)}`,
      ...formatter.hints(party).map((hint) => `      ${hint}`),
      ...(party.order === undefined ? [] : [`      ${formatter.order(party.order)}`]),
      `      ${formatter.acted(party)}`,
      `      ${formatter.identified(party)}`,
      ...(party.retrieved ? [`      ${words.who.retrieved}`] : []),
    ]),
  ];
}

function namedParty({ name, email }: { name: string; email: string }): string {
  return name === '' || email === '' ? name || email : `${name} <${email}>`;
}

function audit({ audit: summary, verdict }: Report, formatter: ReportFormatter): string[] {
  if (summary === undefined) return [];
  const { words } = formatter;
  const isVouched = verdict === 'genuine';
  return [
    '',
    words.audit.title,
    ...(isVouched ? [] : [`  ${words.who.notVouched}`]),
    `  ${formatter.audited(summary)}`,
    `  ${formatter.auditContent(summary)}`,
  ];
}

function details(
  { indication, seal, log, story: signing, sha256, sealedSha256, bytesAfter }: Report,
  formatter: ReportFormatter,
): string[] {
  const { details: names } = formatter.words;
  const status = indication && [indication.status, indication.sub].filter(Boolean).join(' ');
  const rows = [
    [names.indication, status],
    [names.level, seal && `PAdES ${seal.level}`],
    [names.sealedAt, seal?.at === undefined ? undefined : formatter.time(seal.at)],
    ...(seal?.timestamps ?? []).map((stamp): [string, string] => [
      names.timestamp,
      formatter.timestamp(stamp),
    ]),
    [names.sealCertificate, seal?.certificates[0]?.sha256],
    [names.rootCertificate, seal?.certificates.at(-1)?.sha256],
    [names.file, sha256],
    [names.sealedFile, sealedSha256 === sha256 ? undefined : sealedSha256],
    [names.head, signing?.chainHead],
    [names.logHead, log && `${log.origin} ${log.size} ${log.root}`],
    [names.bytesAfter, bytesAfter > 0 ? String(bytesAfter) : undefined],
  ];
  return rows.flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`]));
}
