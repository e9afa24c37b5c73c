import { BadgeCheck, CircleHelp, OctagonX, TriangleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { Check, Report } from '#verify/report.ts';
import type { ReportFormatter } from '#verify/report-formatter.ts';
import { Badge, type Tone } from '../../parts/badge.tsx';
import { Card } from '../../parts/card.tsx';
import type { Asked } from './ask-installation.ts';
import { classNames } from '../../parts/class-names.ts';

/** The verdict in one sentence, followed by the signers, the checks and technical details. */
export function ReportView({
  outcome,
  teller,
  name,
}: {
  outcome: Asked;
  teller: ReportFormatter;
  name: string;
}) {
  const { report } = outcome;
  return (
    <div className="mt-8 flex flex-col gap-6">
      <VerdictBox report={report} teller={teller} name={name} />
      <InstallationView outcome={outcome} teller={teller} />
      <StoryView report={report} teller={teller} />
      <AuditView report={report} teller={teller} />
      {report.checks.length > 0 ? <Checks report={report} teller={teller} /> : null}
      <Details report={report} teller={teller} />
    </div>
  );
}

const marks = {
  good: { Icon: BadgeCheck, look: 'border-ok/40 bg-ok-soft text-ok' },
  open: { Icon: CircleHelp, look: 'border-warn/40 bg-warn-soft text-warn' },
  bad: { Icon: OctagonX, look: 'border-danger/40 bg-danger-soft text-danger' },
};

function markOf({ verdict }: Report): keyof typeof marks {
  if (verdict === 'genuine') return 'good';
  return verdict === 'unknown-root' || verdict === 'unknown-log' ? 'open' : 'bad';
}

/** Takes the focus when it appears, so that screen readers read it first. */
function VerdictBox({ report, teller, name }: { report: Report; teller: ReportFormatter; name: string }) {
  const { Icon, look } = marks[markOf(report)];
  const { title, text } = teller.verdict(report);
  const box = useRef<HTMLHeadingElement>(null);
  useEffect(() => box.current?.focus(), [report]);
  return (
    <section className={classNames('flex gap-4 rounded-lg border p-4 sm:p-5', look)}>
      <Icon aria-hidden="true" className="size-9 shrink-0 stroke-[1.5]" />
      <div className="min-w-0">
        <h2 ref={box} tabIndex={-1} className="text-lg text-balance outline-none">
          {title}
        </h2>
        <p className="mt-1 text-base text-text">{text}</p>
        <p className="mt-2 truncate text-sm text-muted" dir="auto">
          {name}
        </p>
      </div>
    </section>
  );
}

function StoryView({
  report: { story, verdict, set, earlier = [] },
  teller,
}: {
  report: Report;
  teller: ReportFormatter;
}) {
  if (story === undefined) return null;
  const { who } = teller.words;
  return (
    <Card title={who.title}>
      {verdict === 'genuine' ? null : <p className="mt-1 text-warn">{who.notVouched}</p>}
      <p className="mt-2 break-words">
        <span className="text-muted">{who.document}: </span>
        <bdi>{story.title}</bdi>
      </p>
      {story.apart ? <p className="mt-1 font-medium">{teller.words.apart[story.apart]}</p> : null}
      {set ? <p className="mt-1 break-words">{teller.place(set)}</p> : null}
      {set?.test ? <p className="mt-1 text-warn">{teller.words.set.test}</p> : null}
      {story.ending ? <p className="mt-1 font-medium break-words">{teller.ended(story.ending)}</p> : null}
      {story.sender ? <p className="break-words text-muted">{teller.sent(story.sender)}</p> : null}
      {story.sender ? <Hints hints={teller.hints(story.sender)} /> : null}
      {earlier.map((one, at) => (
        <p key={at} className="break-words text-muted">
          {teller.earlier(one)}
        </p>
      ))}
      {story.certificate ? <p className="text-muted">{teller.certificate(story.certificate)}</p> : null}
      <ul className="mt-3 divide-y divide-line border-t border-line">
        {story.parties.map((party) => (
          <li key={`${party.email} ${party.at}`} className="py-3 last:pb-0">
            <p className="flex items-baseline gap-2 font-medium break-words">
              {party.order === undefined ? null : (
                <span className="grid h-5 min-w-5 shrink-0 place-items-center rounded-full border border-line px-1 text-[0.6875rem] text-muted tabular-nums">
                  <span aria-hidden="true">{party.order}</span>
                  <span className="sr-only">{teller.order(party.order)}</span>
                </span>
              )}
              <bdi className="min-w-0">{party.name || party.email}</bdi>
            </p>
            {party.name && party.email ? <p className="break-words text-muted">{party.email}</p> : null}
            <Hints hints={teller.hints(party)} />
            <p>{teller.acted(party)}</p>
            <p className="text-muted">{teller.identified(party)}</p>
            {party.retrieved ? <p className="text-muted">{who.retrieved}</p> : null}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Hints({ hints }: { hints: readonly string[] }) {
  return hints.map((hint) => (
    <p key={hint} className="flex gap-1.5 text-warn">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0 break-words">{hint}</span>
    </p>
  ));
}

/** This installation's response about a file sealed under its own root. */
function InstallationView({ outcome, teller }: { outcome: Asked; teller: ReportFormatter }) {
  const { installation: words } = teller.words;
  const { report, unanswered } = outcome;
  if (unanswered)
    return (
      <Card title={words.title}>
        <p className="mt-1 text-warn">{words.failed}</p>
      </Card>
    );
  const { installation } = report;
  if (!installation) return null;
  const { knowsDocument, knowsLastEvent } = installation;
  const answer = knowsLastEvent ? words.known : knowsDocument ? words.otherEnd : words.unknown;
  return (
    <Card title={words.title}>
      <p className={classNames('mt-1', !knowsLastEvent && 'text-warn')}>{answer}</p>
      <p className="mt-1 text-muted">{words.sent}</p>
    </Card>
  );
}

/** For an audit report, which covers many documents and has no signers. */
function AuditView({ report: { audit, verdict }, teller }: { report: Report; teller: ReportFormatter }) {
  if (audit === undefined) return null;
  const { words } = teller;
  return (
    <Card title={words.audit.title}>
      {verdict === 'genuine' ? null : <p className="mt-1 text-warn">{words.who.notVouched}</p>}
      <p className="mt-2 break-words">{teller.audited(audit)}</p>
      <p className="text-muted">{teller.auditContent(audit)}</p>
    </Card>
  );
}

const tones: Record<Check['result'], Tone> = { holds: 'ok', fails: 'danger', unknown: 'warn' };

function Checks({
  report: { checks, bytesAfter, augmented },
  teller,
}: {
  report: Report;
  teller: ReportFormatter;
}) {
  const { words } = teller;
  return (
    <Card title={words.checks}>
      {bytesAfter > 0 ? <p className="mt-1 text-warn">{words.withoutAdded}</p> : null}
      {augmented ? <p className="mt-1 text-muted">{words.augmented}</p> : null}
      <ul className="mt-2 divide-y divide-line">
        {checks.map(({ name, result, findings }) => (
          <li key={name} className="flex flex-wrap items-start gap-x-3 gap-y-1 py-3 last:pb-0">
            <div className="min-w-0 flex-1 basis-56">
              <h3 className="font-medium">{words.check[name].title}</h3>
              {result === 'holds' ? <p className="text-muted">{words.check[name].holds}</p> : null}
              {findings.map((finding) => (
                <p key={JSON.stringify(finding)} className="break-words">
                  {teller.finding(finding)}
                </p>
              ))}
              {result === 'unknown' && findings.length === 0 ? (
                <p className="text-muted">{words.notLookedAt}</p>
              ) : null}
            </div>
            <Badge tone={tones[result]} dot>
              {words.result[result]}
            </Badge>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Details({ report, teller }: { report: Report; teller: ReportFormatter }) {
  const { indication, seal, log, story, sha256, sealedSha256, bytesAfter } = report;
  const { details } = teller.words;
  const rows: [string, string | undefined][] = [
    [details.indication, indication && [indication.status, indication.sub].filter(Boolean).join(' · ')],
    [details.level, seal && `PAdES ${seal.level}`],
    [details.sealedAt, seal?.at === undefined ? undefined : teller.time(seal.at)],
    ...(seal?.timestamps ?? []).map((stamp): [string, string] => [
      details.timestamp,
      teller.timestamp(stamp),
    ]),
    [details.sealCertificate, seal?.certificates[0]?.sha256],
    [details.rootCertificate, seal?.certificates.at(-1)?.sha256],
    [details.file, sha256],
    [details.sealedFile, sealedSha256 === sha256 ? undefined : sealedSha256],
    [details.head, story?.chainHead],
    [details.logHead, log && `${log.origin} ${log.size} ${log.root}`],
    [details.bytesAfter, bytesAfter > 0 ? String(bytesAfter) : undefined],
  ];
  const isHex = (value: string) => /^[0-9a-f]{64}$/.test(value);
  return (
    <Card title={details.title}>
      <dl className="mt-2 grid gap-x-6 gap-y-2 sm:grid-cols-[220px_1fr]">
        {rows.map(([name, value], at) =>
          value === undefined ? null : (
            <div key={`${name} ${at}`} className="contents">
              <dt className="text-muted">{name}</dt>
              <dd
                dir={isHex(value) ? 'ltr' : undefined}
                className={classNames(
                  'min-w-0 break-all max-sm:mb-2',
                  isHex(value) && 'font-mono text-sm rtl:text-end',
                )}
              >
                {value}
              </dd>
            </div>
          ),
        )}
      </dl>
      {indication?.status === 'INDETERMINATE' && report.verdict === 'genuine' ? (
        <p className="mt-3 max-w-[68ch] text-muted">
          {seal?.level === 'B-B' ? details.whyUndecided : details.whyUndecidedTimed}
        </p>
      ) : null}
    </Card>
  );
}
