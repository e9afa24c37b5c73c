import { CircleAlert, FileText, Hourglass, KeyRound } from 'lucide-react';
import type { ReactNode } from 'react';
import type { DocumentDetail, RecipientView } from '#contract/documents.ts';
import { classNames } from '../../parts/class-names.ts';
import { exactTime, shortDate } from '../../parts/format.ts';
import { useWords } from '../../words.ts';

/** Somebody who was asked longer ago than this is late. Ms. */
const lateAfter = 3 * 86_400_000;

/** One look: for whom it waits, who is late, and what the sender has to do themselves. */
export function WhereItStands({ document, now }: { document: DocumentDetail; now: number }) {
  const { t } = useWords();
  if (document.status !== 'sent' || document.sealing) return null;
  const awaited = document.recipients.filter((recipient) => recipient.awaited);
  const paper = document.recipients.filter(({ status }) => status === 'paper');
  const shut = document.recipients.filter(({ codeShut }) => codeShut);
  const late = awaited.filter((recipient) => isLate(recipient, now));
  return (
    <div className="flex flex-col gap-2">
      {awaited.length > 0 ? (
        <Line icon={<Hourglass aria-hidden="true" />} tone={late.length > 0 ? 'warn' : 'plain'}>
          {t('manage.waitsFor', { names: namesOf(awaited) })}
          {late.length > 0 ? ` ${t('manage.late', { names: namesOf(late) })}` : ''}
        </Line>
      ) : null}
      {paper.map((recipient) => (
        <Line key={recipient.id} icon={<FileText aria-hidden="true" />} tone="warn">
          {t('manage.paper', { name: recipient.name || recipient.email, email: recipient.email })}
        </Line>
      ))}
      {shut.map((recipient) => (
        <Line key={recipient.id} icon={<KeyRound aria-hidden="true" />} tone="warn">
          {t('manage.shut', { name: recipient.name || recipient.email })}
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

/** Since when somebody has been asked, and the reminders they got. */
export function AskedSince({ recipient, now }: { recipient: RecipientView; now: number }) {
  const { t } = useWords();
  if (!recipient.awaited || !recipient.invitedAt) return null;
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

function namesOf(recipients: readonly RecipientView[]): string {
  const names = recipients.map(({ name, email }) => name || email);
  return new Intl.ListFormat(undefined, { type: 'conjunction' }).format(names);
}

const tones = {
  plain: 'bg-sunken text-text',
  warn: 'bg-warn-soft text-warn',
  danger: 'bg-danger-soft text-danger',
};

function Line({ icon, tone, children }: { icon: ReactNode; tone: keyof typeof tones; children: ReactNode }) {
  return (
    <p
      className={classNames(
        'flex gap-2 rounded-md px-3 py-2 text-[13px] [&>svg]:mt-px [&>svg]:size-4 [&>svg]:shrink-0',
        tones[tone],
      )}
    >
      {icon}
      <span className="min-w-0 break-words">{children}</span>
    </p>
  );
}
