import { Filter, ShieldAlert } from 'lucide-react';
import { Link } from 'react-router';
import type { AuditEventView } from '#contract/audit.ts';
import { accountEventTypes, doneWithoutMember, type AccountEventType } from '#core/account/event.ts';
import { eventTypes, type EventType } from '#core/trail/event.ts';
import { Badge, type Tone } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { exactTime, shortDate, utcTime } from '../../parts/format.ts';
import { Skeleton } from '../../parts/states.tsx';
import { useWords, type Translate } from '../../words.ts';

type Props = { events: readonly AuditEventView[]; onDocument: (id: string) => void };

const cell = 'px-5 py-3 text-start align-top';
/** On a phone each row is a card of its own: the cells stop being cells. */
const carded = 'max-md:block max-md:p-0';

export function AuditTable({ events, onDocument }: Props) {
  const { t } = useWords();
  return (
    <table className="w-full border-t border-line max-md:block">
      <thead className="max-md:sr-only">
        <tr className="border-b border-line">
          {(['action', 'document', 'who', 'when'] as const).map((head) => (
            <th key={head} scope="col" className={`${cell} py-2.5 text-xs font-medium text-muted`}>
              {t(`audit.head.${head}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-md:block">
        {events.map((event) => (
          <Row key={event.id} event={event} onDocument={onDocument} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ event, onDocument }: { event: AuditEventView; onDocument: Props['onDocument'] }) {
  const { t } = useWords();
  const { document, actor, recipient, ip } = event;
  const reason = event.plan ? planStep(t, event.plan) : event.reason;
  // An address that was confirmed is the actor's own, which stands there already.
  const said = reason === actor?.email ? null : reason;
  const nobody = t(`audit.${doneWithoutMember(event.type)}`);
  const known = ([...eventTypes, ...accountEventTypes] as const).find((type) => type === event.type);
  return (
    <tr className="border-b border-line last:border-b-0 max-md:flex max-md:flex-col max-md:gap-1.5 max-md:px-4 max-md:py-3">
      <td className={`${cell} ${carded}`}>
        <Badge tone={known ? tones[known] : 'plain'} dot>
          {known ? t(`event.${known}`) : event.type}
        </Badge>
        {event.altered ? (
          <p className="mt-1 flex items-center gap-1 text-xs text-danger">
            <ShieldAlert aria-hidden="true" className="size-3.5 shrink-0" />
            {t('audit.alteredRow')}
          </p>
        ) : null}
      </td>
      <td className={`${cell} ${carded} md:w-[32%] md:max-w-0`}>
        {document ? (
          <Subject document={document} onOnly={() => onDocument(document.id)} />
        ) : (
          <span className="text-muted">{t('audit.account')}</span>
        )}
      </td>
      <td className={`${cell} ${carded} break-words md:w-[28%] md:max-w-0`}>
        <p>
          <bdi>{actor ? actor.name || actor.email || t('audit.erased') : nobody}</bdi>
        </p>
        {actor?.name && actor.email ? (
          <p className="text-xs text-muted">
            <bdi>{actor.email}</bdi>
          </p>
        ) : null}
        {recipient ? (
          <p className="text-xs text-muted">
            {t('audit.recipient', { address: recipient.email || recipient.name })}
          </p>
        ) : null}
        {said ? <p className="text-xs break-words text-muted">{said}</p> : null}
        {ip ? <p className="text-xs text-muted tabular-nums">{t('audit.ip', { ip })}</p> : null}
      </td>
      <td className={`${cell} ${carded} whitespace-nowrap tabular-nums`}>
        <time dateTime={event.occurredAt} className="block">
          {exactTime(event.occurredAt)}
        </time>
        <span className="block text-xs text-muted">{utcTime(event.occurredAt)}</span>
      </td>
    </tr>
  );
}

/** A step from one plan to another, such as 'Pro until Dec 6, 2026'. */
function planStep(t: Translate, { from, to, until }: NonNullable<AuditEventView['plan']>): string {
  const plan = t(`plan.${to}`);
  if (until !== null) return t('audit.planUntil', { plan, date: shortDate(until) });
  return from === null || from === to ? plan : t('audit.planFrom', { from: t(`plan.${from}`), to: plan });
}

type SubjectProps = { document: NonNullable<AuditEventView['document']>; onOnly: () => void };

/** The document that an event is about, and a way to see only its events. */
function Subject({ document, onOnly }: SubjectProps) {
  const { t } = useWords();
  const title = document.title || t('audit.documentGone');
  return (
    <div className="flex items-start gap-1">
      {document.open ? (
        <Link
          to={`/document/${document.id}`}
          className="line-clamp-2 min-w-0 break-words font-medium hover:underline"
        >
          <bdi>{title}</bdi>
        </Link>
      ) : (
        <span className="line-clamp-2 min-w-0 break-words text-muted">
          <bdi>{title}</bdi>
        </span>
      )}
      <Button
        look="quiet"
        size="text"
        className="p-1 text-muted"
        aria-label={t('audit.showOnly', { title })}
        onClick={onOnly}
      >
        <Filter aria-hidden="true" className="size-3.5!" />
      </Button>
    </div>
  );
}

const tones: Record<EventType | AccountEventType, Tone> = {
  document_uploaded: 'plain',
  document_made_from_template: 'plain',
  form_answered: 'plain',
  file_replaced: 'plain',
  document_sent: 'ink',
  document_handed_over: 'plain',
  invitation_issued: 'plain',
  mail_accepted: 'plain',
  mail_written: 'plain',
  mail_deferred: 'warn',
  mail_bounced: 'danger',
  mail_blocked: 'danger',
  sender_blocked: 'danger',
  sender_unblocked: 'plain',
  reminder_issued: 'plain',
  expiry_warned: 'warn',
  expiry_extended: 'plain',
  recipient_corrected: 'plain',
  recipient_delegated: 'ink',
  code_changed: 'plain',
  ceremony_hosted: 'ink',
  code_sent: 'plain',
  code_passed: 'plain',
  code_failed: 'warn',
  code_locked: 'danger',
  document_opened: 'ink',
  consent_given: 'plain',
  passkey_confirmed: 'ok',
  document_signed: 'ok',
  document_approved: 'ok',
  document_declined: 'danger',
  paper_requested: 'warn',
  paper_recalled: 'plain',
  consent_withdrawn: 'warn',
  document_voided: 'danger',
  document_expired: 'warn',
  all_signed: 'ok',
  document_sealed: 'ok',
  document_completed: 'ok',
  document_strengthened: 'ok',
  member_joined: 'plain',
  member_invited: 'plain',
  invitation_withdrawn: 'plain',
  invitation_accepted: 'plain',
  member_role_changed: 'plain',
  member_removed: 'plain',
  member_left: 'plain',
  documents_handed_over: 'plain',
  account_renamed: 'plain',
  plan_changed: 'ink',
  subscription_cancelled: 'warn',
  subscription_resumed: 'ink',
  password_changed: 'ink',
  email_changed: 'ink',
  email_confirmed: 'ok',
  two_factor_on: 'ok',
  two_factor_off: 'warn',
  two_factor_guessed: 'danger',
  recovery_codes_made: 'plain',
  recovery_code_used: 'warn',
  passkey_added: 'ok',
  passkey_removed: 'warn',
  brand_changed: 'ink',
  logo_changed: 'ink',
  logo_removed: 'plain',
  reply_to_asked: 'plain',
  reply_to_confirmed: 'ok',
  reply_to_removed: 'plain',
  account_exported: 'warn',
  archive_downloaded: 'warn',
  closing_asked: 'warn',
  closing_cancelled: 'plain',
  account_closed: 'warn',
  signed_in: 'plain',
  session_ended: 'plain',
  signed_out_everywhere: 'plain',
  key_made: 'ink',
  key_renamed: 'plain',
  key_rotated: 'ink',
  key_revoked: 'warn',
  webhook_added: 'ink',
  webhook_changed: 'ink',
  webhook_removed: 'warn',
  webhook_secret_renewed: 'plain',
  webhook_switched_off: 'warn',
};

/** Rows of the same height as the real ones, so that nothing jumps when they arrive. */
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
