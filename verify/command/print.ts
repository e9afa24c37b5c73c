import type { Report } from '../report.ts';
import type { ReportFormatter } from '../report-formatter.ts';

/**
 * Formats a report as lines of text, the verdict first. Terminal control characters are replaced with dots.
 */
export function print(report: Report, teller: ReportFormatter): string {
  const { words } = teller;
  const { title, text } = teller.verdict(report);
  const lines = [title, text, ...story(report, teller), ...audit(report, teller)];
  if (report.checks.length > 0) lines.push('', words.checks);
  if (report.bytesAfter > 0) lines.push(`  ${words.withoutAdded}`);
  if (report.augmented) lines.push(`  ${words.augmented}`);
  for (const { name, result, findings } of report.checks) {
    const check = words.check[name];
    lines.push(`  [${words.result[result]}] ${check.title}${result === 'holds' ? `: ${check.holds}` : ''}`);
    for (const finding of findings) lines.push(`      ${teller.finding(finding)}`);
  }
  lines.push('', ...details(report, teller));
  return `${lines.map((line) => line.replaceAll(/\p{Cc}/gu, '·')).join('\n')}\n`;
}

function story({ story: told, verdict, set, earlier = [] }: Report, teller: ReportFormatter): string[] {
  if (told === undefined) return [];
  const { words } = teller;
  const isVouched = verdict === 'genuine';
  return [
    '',
    words.who.title,
    ...(isVouched ? [] : [`  ${words.who.notVouched}`]),
    `  ${words.who.document}: ${told.title}`,
    ...(told.apart ? [`  ${words.apart[told.apart]}`] : []),
    ...(set ? [`  ${teller.place(set)}`] : []),
    ...(set?.test ? [`  ${words.set.test}`] : []),
    ...(told.ending ? [`  ${teller.ended(told.ending)}`] : []),
    ...(told.sender ? [`  ${teller.sent(told.sender)}`] : []),
    ...(told.sender ? teller.hints(told.sender).map((hint) => `  ${hint}`) : []),
    ...earlier.map((one) => `  ${teller.earlier(one)}`),
    ...(told.certificate ? [`  ${teller.certificate(told.certificate)}`] : []),
    ...told.parties.flatMap((party) => [
      `  ${namedParty(party)}`,
      ...teller.hints(party).map((hint) => `      ${hint}`),
      ...(party.order === undefined ? [] : [`      ${teller.order(party.order)}`]),
      `      ${teller.acted(party)}`,
      `      ${teller.identified(party)}`,
      ...(party.retrieved ? [`      ${words.who.retrieved}`] : []),
    ]),
  ];
}

function namedParty({ name, email }: { name: string; email: string }): string {
  return name === '' || email === '' ? name || email : `${name} <${email}>`;
}

function audit({ audit: told, verdict }: Report, teller: ReportFormatter): string[] {
  if (told === undefined) return [];
  const { words } = teller;
  const isVouched = verdict === 'genuine';
  return [
    '',
    words.audit.title,
    ...(isVouched ? [] : [`  ${words.who.notVouched}`]),
    `  ${teller.audited(told)}`,
    `  ${teller.auditContent(told)}`,
  ];
}

function details(
  { indication, seal, log, story: told, sha256, sealedSha256, bytesAfter }: Report,
  teller: ReportFormatter,
): string[] {
  const { details: names } = teller.words;
  const status = indication && [indication.status, indication.sub].filter(Boolean).join(' ');
  const rows = [
    [names.indication, status],
    [names.level, seal && `PAdES ${seal.level}`],
    [names.sealedAt, seal?.at === undefined ? undefined : teller.time(seal.at)],
    ...(seal?.timestamps ?? []).map((stamp): [string, string] => [names.timestamp, teller.timestamp(stamp)]),
    [names.sealCertificate, seal?.certificates[0]?.sha256],
    [names.rootCertificate, seal?.certificates.at(-1)?.sha256],
    [names.file, sha256],
    [names.sealedFile, sealedSha256 === sha256 ? undefined : sealedSha256],
    [names.head, told?.chainHead],
    [names.logHead, log && `${log.origin} ${log.size} ${log.root}`],
    [names.bytesAfter, bytesAfter > 0 ? String(bytesAfter) : undefined],
  ];
  return rows.flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`]));
}
