import { useQuery } from '@tanstack/react-query';
import { ShieldAlert, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import type { TrailEventView } from '#contract/documents/documents.ts';
import { eventTypes } from '#core/trail/event.ts';
import { trailQuery } from '../../api/documents.ts';
import { daysOf, isQuiet } from '../../documents/days-of-events.ts';
import { Button } from '../../parts/button.tsx';
import { classNames } from '../../parts/class-names.ts';
import { clockTime, exactTime } from '../../parts/format.ts';
import { LoadingError, Skeleton } from '../../parts/states.tsx';
import { useTranslation, type Translate } from '../../words.ts';

/**
 * The document's events by day, newest first, and whether the chain of events is intact. Events caused only
 * by email delivery or by the server are collapsed by default.
 */
export function TrailTimeline({ id, now }: { id: string; now: number }) {
  const { t } = useTranslation();
  const [showsAll, setShowsAll] = useState(false);
  const trail = useQuery(trailQuery(id));
  if (trail.isLoadingError) return <LoadingError query={trail} />;
  if (!trail.data) return <TrailSkeleton />;
  const { events } = trail.data;
  const quiet = events.filter(isQuiet).length;
  const shown = showsAll ? events : events.filter((event) => !isQuiet(event));
  const doubt = doubtOf(trail.data);
  const Shield = doubt ? ShieldAlert : ShieldCheck;
  return (
    <>
      <p className={classNames('mb-4 flex items-start gap-2 text-xs', doubt ? 'text-danger' : 'text-ok')}>
        <Shield aria-hidden="true" className="size-4 shrink-0" />
        {t(doubt ?? 'trail.intact')}
      </p>
      {quiet > 0 ? (
        <Button size="small" look="quiet" className="-ms-2 -mt-2 mb-2" onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? t('trail.less') : t('trail.all', { count: events.length })}
        </Button>
      ) : null}
      {daysOf(shown.toReversed(), now).map(({ day, events: ofDay }) => (
        <section key={day} aria-label={day} className="mb-4 last:mb-0">
          <h3 className="mb-2 text-xs font-medium text-muted">{day}</h3>
          <ol>
            {ofDay.map((event) => (
              <TrailLine key={event.seq} event={event} inFull={showsAll} />
            ))}
          </ol>
        </section>
      ))}
    </>
  );
}

/** Shown above everything else in both parts of the document, because its record is unreliable. */
export function TrailAlarm({ id }: { id: string }) {
  const { t } = useTranslation();
  const { data } = useQuery(trailQuery(id));
  const doubt = data && doubtOf(data);
  if (!doubt) return null;
  return (
    <p role="alert" className="flex gap-2.5 border-b border-line bg-danger-soft px-5 py-2.5 text-danger">
      <ShieldAlert aria-hidden="true" className="mt-px size-[18px] shrink-0" />
      <span className="font-medium">{t(doubt)}</span>
    </p>
  );
}

type Judged = { intact: boolean; matchesSealedFile: boolean | null; sealedElsewhere: boolean };

function doubtOf({
  intact,
  matchesSealedFile,
  sealedElsewhere,
}: Judged): 'trail.elsewhere' | 'trail.differs' | 'trail.broken' | undefined {
  if (sealedElsewhere) return 'trail.elsewhere';
  if (matchesSealedFile === false) return 'trail.differs';
  return intact ? undefined : 'trail.broken';
}

function TrailLine({ event, inFull }: { event: TrailEventView; inFull: boolean }) {
  const { t } = useTranslation();
  const known = eventTypes.find((type) => type === event.type);
  const sealed = ['document_sealed', 'document_completed', 'document_strengthened', 'files_sealed'].includes(
    event.type,
  );
  const bad = ['mail_bounced', 'document_declined', 'document_voided', 'document_expired'].includes(
    event.type,
  );
  return (
    <li className="group relative pb-4 ps-5 last:pb-0">
      <span
        aria-hidden="true"
        className="absolute top-2 bottom-0 start-[3px] w-px bg-line group-last:hidden"
      />
      <i
        aria-hidden="true"
        className={classNames(
          'absolute top-[7px] start-0 size-[7px] rounded-full',
          sealed ? 'bg-seal' : bad ? 'bg-danger' : 'bg-ink',
        )}
      />
      <p className="flex flex-wrap items-baseline justify-between gap-x-2">
        <span className="font-medium">{known ? t(`event.${known}`) : event.type}</span>
        <time
          dateTime={event.occurredAt}
          title={exactTime(event.occurredAt)}
          className="text-xs text-muted tabular-nums"
        >
          {clockTime(new Date(event.occurredAt).getTime())}
        </time>
      </p>
      <p className="text-xs break-words text-muted">
        <bdi>{event.actor}</bdi>
      </p>
      {[...sourcesOf(event, t), ...factsOf(event, inFull)].map((fact) => (
        <p key={fact} className="text-xs break-words text-muted">
          <bdi>{fact}</bdi>
        </p>
      ))}
    </li>
  );
}

/** Events about a recipient that another party caused. */
const toSomebody = new Set([
  'invitation_issued',
  'link_due',
  'link_handed_out',
  'link_opened_signed_in',
  'reminder_issued',
  'recipient_corrected',
  'recipient_delegated',
  'code_changed',
  'document_handed_over',
  'ceremony_hosted',
  'ceremony_embedded',
]);

/** Returns the details of an event: addressee, mail server response, reason, network address. */
function factsOf({ data, type }: TrailEventView, inFull: boolean): string[] {
  const addressed = type.startsWith('mail_') || toSomebody.has(type);
  const recipient = addressed ? (data.recipientEmail ?? data.recipient ?? null) : null;
  // For a corrected address, because a link may have been sent to the earlier one.
  const isMoved = type === 'recipient_corrected' && data.addressChanged === true && data.beforeEmail;
  const to = isMoved ? `${data.beforeEmail} → ${recipient ?? ''}` : recipient;
  // The mail server's response is shown for failures. The detailed view shows it for all events.
  const reply = inFull || type === 'mail_bounced' || type === 'mail_deferred' ? data.reply : null;
  const which = type.startsWith('pages_') ? data.which : null;
  return [to, which, reply, data.reason, inFull ? data.ip : null]
    .filter((fact) => fact !== null && fact !== undefined && fact !== '')
    .map(String);
}

/** Names the source of a fact, or how the action came about if it was not the actor's own. */
function sourcesOf({ data, type }: TrailEventView, t: Translate): string[] {
  const { origin, through, startedBy, startedByEmail } = data;
  const starter = startedBy || startedByEmail;
  return [
    ...(type.endsWith('_embedded') && origin ? [t('trail.claimedOrigin', { origin: String(origin) })] : []),
    ...(type === 'form_answered' ? [t('trail.typedByVisitor')] : []),
    ...(type === 'form_answered' && data.entered
      ? [t('trail.enteredByVisitor', { names: String(data.entered) })]
      : []),
    ...(data.atCounter ? [t('trail.atCounter')] : []),
    ...(type === 'form_answered' && data.named ? [t('trail.namedByVisitor')] : []),
    ...(data.confirmedBy === 'code' ? [t('trail.confirmedByCode')] : []),
    ...(through === 'public-form' ? [t('trail.byForm')] : []),
    ...(starter ? [t('trail.startedBy', { name: String(starter) })] : []),
  ];
}

function TrailSkeleton() {
  return (
    <div className="flex flex-col gap-4">
      {[0, 1, 2].map((index) => (
        <div key={index}>
          <Skeleton className="h-4 w-40" />
          <Skeleton className="mt-1.5 h-3 w-24" />
        </div>
      ))}
    </div>
  );
}
