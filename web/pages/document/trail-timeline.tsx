import { useQuery } from '@tanstack/react-query';
import { ShieldAlert, ShieldCheck } from 'lucide-react';
import type { TrailEventView } from '#contract/documents.ts';
import { eventTypes } from '#core/trail/event.ts';
import { trailQuery } from '../../api/documents.ts';
import { reasonOf } from '../../api/request.ts';
import { classNames } from '../../parts/class-names.ts';
import { dayAndTime, exactTime } from '../../parts/format.ts';
import { ErrorState, Skeleton } from '../../parts/states.tsx';
import { useWords } from '../../words.ts';

/** Everything that happened to a document, in order, and whether the chain of events is whole. */
export function TrailTimeline({ id }: { id: string }) {
  const { t } = useWords();
  const trail = useQuery(trailQuery(id));
  if (trail.isLoadingError)
    return <ErrorState reason={reasonOf(trail.error)} onRetry={() => void trail.refetch()} />;
  if (!trail.data) return <TrailSkeleton />;
  const { events, sameAsSealed } = trail.data;
  const differs = sameAsSealed === false;
  const intact = trail.data.intact && !differs;
  const Shield = intact ? ShieldCheck : ShieldAlert;
  return (
    <>
      <p
        role={intact ? undefined : 'alert'}
        className={classNames('mb-4 flex items-start gap-2 text-xs', intact ? 'text-ok' : 'text-danger')}
      >
        <Shield aria-hidden="true" className="size-4 shrink-0" />
        {intact ? t('trail.intact') : differs ? t('trail.differs') : t('trail.broken')}
      </p>
      <ol>
        {events.map((event) => (
          <TrailLine key={event.seq} event={event} />
        ))}
      </ol>
    </>
  );
}

function TrailLine({ event }: { event: TrailEventView }) {
  const { t } = useWords();
  const known = eventTypes.find((type) => type === event.type);
  const sealed = event.type === 'document_sealed' || event.type === 'document_completed';
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
          {dayAndTime(event.occurredAt)}
        </time>
      </p>
      <p className="text-xs break-words text-muted">
        <bdi>{event.actor}</bdi>
      </p>
      {factsOf(event).map((fact) => (
        <p key={fact} className="text-xs break-words text-muted">
          {fact}
        </p>
      ))}
    </li>
  );
}

/** Events that are about a recipient and were caused by somebody else. */
const toSomebody = new Set([
  'invitation_issued',
  'reminder_issued',
  'recipient_corrected',
  'recipient_delegated',
  'code_changed',
  'ceremony_hosted',
]);

/** What an event says beyond its name: to whom, what the mail server answered, why, from which address. */
function factsOf({ data, type }: TrailEventView): string[] {
  const addressed = type.startsWith('mail_') || toSomebody.has(type);
  const to = addressed ? (data.recipientEmail ?? null) : null;
  return [to, data.reply, data.reason, data.ip]
    .filter((fact) => fact !== null && fact !== undefined && fact !== '')
    .map(String);
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
