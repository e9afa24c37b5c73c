import { ChevronDown, ChevronRight, Filter, ShieldAlert } from 'lucide-react';
import { Fragment, useState } from 'react';
import { Link } from 'react-router';
import type { AuditEventView } from '#contract/evidence/audit.ts';
import { accountEventTypes, actorOfServiceEvent } from '#core/account/event.ts';
import { eventTypes } from '#core/trail/event.ts';
import { useRequiredTexts, type TranslateOf } from '../../api/later-words.ts';
import { daysOf, runsOf } from '../../documents/days-of-events.ts';
import { productName } from '../../kit/product-name.ts';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { clockTime, exactTime, shortDate, utcTime } from '../../parts/format.ts';
import { Skeleton } from '../../parts/states.tsx';
import { useTranslation, type Translate } from '../../words.ts';
import { tones } from './event-tones.ts';

type Props = {
  events: readonly AuditEventView[];
  /** Milliseconds UTC */
  now: number;
  /** True to collapse events that no person caused. False if the filter includes them explicitly. */
  folds: boolean;
  onDocument: (id: string) => void;
};

const cell = 'px-5 py-3 text-start align-top max-xl:px-4';
/** On phones each row is displayed as a card, so the cells lose the table layout. */
const carded = 'max-md:block max-md:p-0';

/** Events grouped by day. Emails and other steps of the server are collapsed into one line. */
export function AuditTable({ events, now, folds, onDocument }: Props) {
  const say = useRequiredTexts('pages');
  return (
    <table className="w-full border-t border-line max-md:block">
      <thead className="max-md:sr-only">
        <tr className="border-b border-line">
          {(['action', 'document', 'who', 'when'] as const).map((head) => (
            <th key={head} scope="col" className={`${cell} py-2.5 text-xs font-medium text-muted`}>
              {say(`audit.head.${head}`)}
            </th>
          ))}
        </tr>
      </thead>
      {daysOf(events, now).map(({ day, events: ofDay }) => (
        <tbody key={day} className="max-md:block">
          <tr className="max-md:block">
            <th
              colSpan={4}
              scope="rowgroup"
              className="border-b border-line bg-sunken px-5 py-2 text-start text-xs font-medium text-muted max-md:block max-md:px-4"
            >
              {day}
            </th>
          </tr>
          {runsOf(ofDay, ({ altered }) => folds && !altered).map((run) => (
            <Run key={run[0]?.id} run={run} onDocument={onDocument} />
          ))}
        </tbody>
      ))}
    </table>
  );
}

function Run({ run, onDocument }: { run: readonly AuditEventView[]; onDocument: Props['onDocument'] }) {
  const say = useRequiredTexts('pages');
  const [open, setOpen] = useState(false);
  const rows = run.map((event) => <Row key={event.id} event={event} onDocument={onDocument} />);
  if (run.length === 1) return rows;
  const Arrow = open ? ChevronDown : ChevronRight;
  return (
    <Fragment>
      <tr className="border-b border-line max-md:block">
        <td colSpan={4} className="px-3 py-1 max-md:block max-md:px-2">
          <Button
            look="quiet"
            size="small"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
            className="text-muted"
          >
            <Arrow aria-hidden="true" className="rtl:-scale-x-100" />
            {say('audit.quiet', { count: run.length })}
          </Button>
        </td>
      </tr>
      {open ? rows : null}
    </Fragment>
  );
}

function Row({ event, onDocument }: { event: AuditEventView; onDocument: Props['onDocument'] }) {
  const { t } = useTranslation();
  const say = useRequiredTexts('pages');
  const { document, actor, recipient, ip } = event;
  const reason = event.plan ? planStep(t, say, event.plan) : event.reason;
  // If the confirmed address is the actor's own, it is already shown.
  const shownReason = reason === actor?.email ? null : reason;
  const by = actorOfServiceEvent(event.type);
  const nobody = by === 'service' ? productName() : say(`audit.${by}`);
  const known = ([...eventTypes, ...accountEventTypes] as const).find((type) => type === event.type);
  return (
    <tr className="border-b border-line last:border-b-0 max-md:flex max-md:flex-col max-md:gap-1.5 max-md:px-4 max-md:py-3">
      <td className={`${cell} ${carded}`}>
        <Badge tone={(known && tones[known]) ?? 'plain'} dot>
          {known ? t(`event.${known}`) : event.type}
        </Badge>
        {event.altered ? (
          <p className="mt-1 flex items-center gap-1 text-xs text-danger">
            <ShieldAlert aria-hidden="true" className="size-3.5 shrink-0" />
            {say('audit.alteredRow')}
          </p>
        ) : null}
      </td>
      <td className={`${cell} ${carded} md:max-w-0 md:w-[32%]`}>
        {document ? (
          <Subject document={document} onOnly={() => onDocument(document.id)} />
        ) : (
          <span className="text-muted">{say('audit.account')}</span>
        )}
      </td>
      <td className={`${cell} ${carded} break-words md:max-w-0 md:w-[34%] xl:w-[28%]`}>
        <p>
          <bdi>{actor ? actor.name || actor.email || say('audit.erased') : nobody}</bdi>
        </p>
        {actor?.name && actor.email ? (
          <p className="text-xs text-muted">
            <bdi>{actor.email}</bdi>
          </p>
        ) : null}
        {recipient ? (
          <p className="text-xs text-muted">
            {say('audit.recipient', { address: recipient.email || recipient.name })}
          </p>
        ) : null}
        {shownReason ? (
          <p className="text-xs break-words text-muted">
            <bdi>{shownReason}</bdi>
          </p>
        ) : null}
        {ip ? <p className="text-xs text-muted tabular-nums">{say('audit.ip', { ip })}</p> : null}
      </td>
      <td className={`${cell} ${carded} whitespace-nowrap tabular-nums`}>
        <time
          dateTime={event.occurredAt}
          title={`${exactTime(event.occurredAt)}\n${utcTime(event.occurredAt)}`}
          className="max-md:text-xs max-md:text-muted"
        >
          {clockTime(new Date(event.occurredAt).getTime())}
        </time>
      </td>
    </tr>
  );
}

/** Returns a plan change as text, such as 'Pro until Dec 6, 2026'. */
function planStep(
  t: Translate,
  say: TranslateOf<'pages'>,
  { from, to, until }: NonNullable<AuditEventView['plan']>,
): string {
  const plan = t(`plan.${to}`);
  if (until !== null) return say('audit.planUntil', { plan, date: shortDate(until) });
  return from === null || from === to ? plan : say('audit.planFrom', { from: t(`plan.${from}`), to: plan });
}

type SubjectProps = { document: NonNullable<AuditEventView['document']>; onOnly: () => void };

/** The document of an event, with a button that shows only its events. */
function Subject({ document, onOnly }: SubjectProps) {
  const say = useRequiredTexts('pages');
  const title = document.title || say('audit.documentGone');
  return (
    <div className="flex items-start gap-1 pointer-coarse:gap-4">
      {document.open ? (
        <Link
          to={`/document/${document.id}`}
          className="min-w-0 font-medium break-words hover:underline pointer-coarse:-my-3 pointer-coarse:py-3"
        >
          <bdi className="line-clamp-3">{title}</bdi>
        </Link>
      ) : (
        <span className="line-clamp-3 min-w-0 break-words text-muted">
          <bdi>{title}</bdi>
        </span>
      )}
      <Button
        look="quiet"
        size="text"
        className="p-1 text-muted"
        aria-label={say('audit.showOnly', { title })}
        onClick={onOnly}
      >
        <Filter aria-hidden="true" className="size-3.5!" />
      </Button>
    </div>
  );
}

/** Placeholder rows of the same height as real ones, so that the layout does not shift. */
export function AuditTableSkeleton() {
  return (
    <div className="border-t border-line pt-10 max-md:pt-0">
      {[0, 1, 2, 3, 4, 5].map((index) => (
        <div key={index} className="flex h-[62px] items-center gap-5 border-t border-line px-5">
          <Skeleton className="h-[22px] w-32" />
          <Skeleton className="h-4 max-w-56 flex-1" />
          <Skeleton className="h-8 w-40 max-md:hidden" />
        </div>
      ))}
    </div>
  );
}
