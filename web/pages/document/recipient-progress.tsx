import { CircleCheck, CircleX, Clock, Eye, FileText, Mail, MailWarning, type LucideIcon } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import type { DocumentDetail, RecipientView } from '#contract/documents/documents.ts';
import { trailQuery } from '../../api/documents.ts';
import { useDeferredTexts } from '../../api/later-words.ts';
import { Badge, type Tone } from '../../parts/badge.tsx';
import { exactTime, timeAgo } from '../../parts/format.ts';
import { IdentityHints } from '../../parts/identity-hints.tsx';
import { OneLine } from '../../parts/one-line.tsx';
import { OrderNumber } from '../../parts/forms/order-number.tsx';
import { RecipientAvatar } from '../../parts/people/recipient-avatar.tsx';
import { useTranslation } from '../../words.ts';
import { DeliveryReply } from './delivery-reply.tsx';
import { ErasePerson } from './erase-person.tsx';
import { RecipientActions } from './recipient-actions.tsx';
import { RequestedSince } from './document-progress.tsx';

const looks: Record<RecipientView['status'], { icon: LucideIcon; tone: string }> = {
  waiting: { icon: Clock, tone: 'text-muted' },
  invited: { icon: Mail, tone: 'text-warn' },
  opened: { icon: Eye, tone: 'text-ink' },
  paper: { icon: FileText, tone: 'text-warn' },
  signed: { icon: CircleCheck, tone: 'text-ok' },
  approved: { icon: CircleCheck, tone: 'text-ok' },
  declined: { icon: CircleX, tone: 'text-danger' },
};

const deliveryTones: Partial<Record<RecipientView['delivery'], Tone>> = {
  bounced: 'danger',
  blocked: 'danger',
  deferred: 'warn',
};

/** The status of each recipient, and whether the email to them was delivered. */
export function RecipientProgress({ document, now }: { document: DocumentDetail; now: number }) {
  const { t } = useTranslation();
  return (
    <ul className="flex flex-col">
      {document.recipients.map((recipient, index) => {
        const { icon: Icon, tone } = looks[recipient.status];
        const since = recipient.actedAt ?? recipient.openedAt;
        return (
          <li
            key={recipient.id}
            className="flex gap-3 border-b border-line py-3 first:pt-0 last:border-b-0 last:pb-0"
          >
            {document.signingOrder === 'sequential' && recipient.role !== 'cc' ? (
              <OrderNumber order={recipient.order} />
            ) : null}
            <RecipientAvatar recipient={recipient} index={index} />
            <div className="min-w-0 flex-1">
              <div className="flex items-center justify-between gap-2">
                <OneLine className="font-medium">
                  {recipient.erasedAt ? t('document.erasedPerson') : recipient.name || recipient.email}
                </OneLine>
                <span className="flex items-center gap-1">
                  <Badge>{t(`role.${recipient.role}`)}</Badge>
                  <RecipientActions document={document} recipient={recipient} />
                  <ErasePerson document={document} recipient={recipient} />
                </span>
              </div>
              {recipient.erasedAt ? (
                <p className="text-xs text-muted">
                  {t('document.erasedOn', { date: exactTime(recipient.erasedAt) })}
                </p>
              ) : null}
              {recipient.name && recipient.email ? (
                <OneLine className="text-xs text-muted">{recipient.email}</OneLine>
              ) : null}
              <EarlierAddresses document={document} recipient={recipient} />
              {recipient.phone ? <OneLine className="text-xs text-muted">{recipient.phone}</OneLine> : null}
              {recipient.erasedAt ? null : <IdentityHints people={[recipient]} />}
              <p className={`mt-1.5 flex items-center gap-1.5 ${tone}`}>
                <Icon aria-hidden="true" className="size-4 shrink-0" />
                {t(`recipientStatus.${statusWord(recipient)}`)}
                {since ? (
                  <time dateTime={since} title={exactTime(since)} className="text-xs text-muted tabular-nums">
                    {timeAgo(since, now)}
                  </time>
                ) : null}
              </p>
              <RequestedSince recipient={recipient} now={now} />
              <Delivery recipient={recipient} />
              <LinkToDeliver recipient={recipient} isOut={document.status === 'sent'} />
            </div>
          </li>
        );
      })}
    </ul>
  );
}

/**
 * Addresses to which a link was sent before the sender corrected them, since another person may have read the
 * document there.
 */
function EarlierAddresses({ document, recipient }: { document: DocumentDetail; recipient: RecipientView }) {
  const { t } = useTranslation();
  const events = useQuery(trailQuery(document.id)).data?.events ?? [];
  const ownEvents = events.filter(({ data }) => data['recipientId'] === recipient.id);
  const isInvited = (address: unknown) =>
    ownEvents.some(({ type, data }) => type === 'invitation_issued' && data['recipientEmail'] === address);
  const invited = ownEvents
    .filter(({ type, data }) => type === 'recipient_corrected' && data['addressChanged'])
    .map(({ data }) => String(data['beforeEmail']))
    .filter(isInvited);
  return invited.map((one) => (
    <p key={one} className="text-xs break-words text-warn">
      {t('document.invitedBefore', { address: one })}
    </p>
  ));
}

/** Reminds the sender that this recipient gets no email. */
function LinkToDeliver({ recipient, isOut }: { recipient: RecipientView; isOut: boolean }) {
  const say = useDeferredTexts('delivery');
  const isDue = isOut && !recipient.sendEmail && recipient.status === 'invited';
  return say && isDue ? <p className="mt-1 text-xs text-muted">{say('link.due')}</p> : null;
}

/** Copy recipients have no turn and are notified on completion. */
function statusWord({ role, status }: RecipientView) {
  return role === 'cc' && status === 'waiting' ? 'copy' : status;
}

/**
 * The delivery state of the email: subdued if it was sent, and prominent with the mail server's response if
 * it failed.
 */
function Delivery({ recipient }: { recipient: RecipientView }) {
  const { t } = useTranslation();
  if (recipient.delivery === 'none') return null;
  const tone = deliveryTones[recipient.delivery];
  if (!tone) return <p className="mt-1 text-xs text-muted">{t(`delivery.${recipient.delivery}`)}</p>;
  return (
    <div
      className={`mt-2 rounded-md px-2.5 py-2 text-xs ${tone === 'danger' ? 'bg-danger-soft text-danger' : 'bg-warn-soft text-warn'}`}
    >
      <p className="flex items-center gap-1.5 font-medium">
        <MailWarning aria-hidden="true" className="size-4 shrink-0" />
        {t(`delivery.${recipient.delivery}`)}
      </p>
      {recipient.deliveryReply && recipient.delivery !== 'blocked' ? (
        <DeliveryReply reply={recipient.deliveryReply} />
      ) : null}
    </div>
  );
}
