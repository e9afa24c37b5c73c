import { CircleAlert, FileText, Hourglass, KeyRound, Stamp } from 'lucide-react';
import type { DocumentDetail, RecipientView } from '#contract/documents/documents.ts';
import { classNames } from '../../parts/class-names.ts';
import { exactTime, shortDate } from '../../parts/format.ts';
import { useTranslation } from '../../words.ts';
import { namesOf } from './names-of.ts';
import { Ended } from './ended-status.tsx';
import { RemindNow } from './next-acts.tsx';
import { StatusLine as Line } from './status-line.tsx';

/** A recipient counts as late this many milliseconds after the invitation. */
const lateAfter = 3 * 86_400_000;

/** A sentence about each state, and the next action. */
export function DocumentProgress({ document, now }: { document: DocumentDetail; now: number }) {
  if (document.status !== 'sent') return <Ended document={document} />;
  return document.sealing ? <Sealing /> : <Awaited document={document} now={now} />;
}

function Sealing() {
  const { t } = useTranslation();
  return (
    <Line icon={<Stamp aria-hidden="true" />} tone="plain">
      {t('standing.sealing')}
    </Line>
  );
}

/** The recipients for whom the document is waiting, late ones, and what the sender has to do. */
function Awaited({ document, now }: { document: DocumentDetail; now: number }) {
  const { t } = useTranslation();
  const awaited = document.recipients.filter((recipient) => recipient.awaited);
  const paper = document.recipients.filter(({ status }) => status === 'paper');
  const locked = document.recipients.filter(({ codeLocked }) => codeLocked);
  const late = awaited.filter((recipient) => isLate(recipient, now));
  return (
    <div className="flex flex-col gap-2">
      {awaited.length > 0 ? (
        <Line icon={<Hourglass aria-hidden="true" />} tone={late.length > 0 ? 'warn' : 'plain'}>
          {t('manage.waitsFor', { names: namesOf(awaited) })}
          {late.length > 0 ? ` ${t('manage.late', { names: namesOf(late) })}` : ''}
          {awaited.some(({ sendEmail }) => sendEmail) ? <RemindNow id={document.id} /> : null}
        </Line>
      ) : null}
      {paper.map((recipient) => (
        <Line key={recipient.id} icon={<FileText aria-hidden="true" />} tone="warn">
          {t('manage.paper', { name: recipient.name || recipient.email, email: recipient.email })}
        </Line>
      ))}
      {locked.map((recipient) => (
        <Line key={recipient.id} icon={<KeyRound aria-hidden="true" />} tone="warn">
          {t('manage.codeLocked', { name: recipient.name || recipient.email })}
        </Line>
      ))}
      {document.recipients.some(({ delivery }) => delivery === 'bounced') ? (
        <Line icon={<CircleAlert aria-hidden="true" />} tone="danger">
          {t('manage.bounced')}
        </Line>
      ) : null}
    </div>
  );
}

/** When a recipient was invited, and which reminders they got. */
export function RequestedSince({ recipient, now }: { recipient: RecipientView; now: number }) {
  const { t } = useTranslation();
  if (!recipient.awaited || !recipient.invitedAt || !recipient.sendEmail) return null;
  const next = recipient.nextReminderAt;
  return (
    <p className={classNames('mt-1 text-xs', isLate(recipient, now) ? 'text-warn' : 'text-muted')}>
      <time dateTime={recipient.invitedAt} title={exactTime(recipient.invitedAt)}>
        {t('manage.askedOn', { date: shortDate(recipient.invitedAt) })}
      </time>
      {recipient.remindedAt ? ` · ${t('manage.remindedOn', { date: shortDate(recipient.remindedAt) })}` : ''}
      {next ? ` · ${t('manage.nextReminder', { date: shortDate(next) })}` : ''}
    </p>
  );
}

function isLate({ invitedAt }: RecipientView, now: number): boolean {
  return invitedAt !== null && new Date(invitedAt).getTime() + lateAfter < now;
}
