import type { ReactNode } from 'react';
import type { ProposalView } from '#contract/documents/proposals.ts';
import { useRequiredTexts } from '../../api/later-words.ts';
import { SendSummary } from '../../editor/send/send-summary.tsx';
import { Badge } from '../../parts/badge.tsx';
import { IdentityHints } from '../../parts/identity-hints.tsx';
import { OneLine } from '../../parts/one-line.tsx';
import { RecipientAvatar } from '../../parts/people/recipient-avatar.tsx';
import { useTranslation } from '../../words.ts';

/** Everything that the action would send, and its recipients. The pages with their fields are next to it. */
export function ProposedParts({ proposal }: { proposal: ProposalView }) {
  const { t } = useTranslation();
  const say = useRequiredTexts('proposal');
  const { act, document, subject, message, reason, expirationDays } = proposal;
  return (
    <>
      <People proposal={proposal} />
      <dl className="flex flex-col gap-3">
        {act === 'send' ? (
          <>
            {subject === '' ? null : <Part name={t('send.subject')}>{subject}</Part>}
            <Part name={t('send.message')}>{message || say('noMessage')}</Part>
            <Part name={say('time')}>{say('days', { count: expirationDays })}</Part>
          </>
        ) : null}
        {act === 'void' ? <Part name={t('void.reason')}>{reason}</Part> : null}
      </dl>
      {act === 'send' ? (
        <SendSummary recipients={document.recipients} signingOrder={document.signingOrder} />
      ) : null}
      {act === 'void' ? <p className="text-muted">{t('void.about')}</p> : null}
    </>
  );
}

function People({ proposal: { act, document, recipientIds } }: { proposal: ProposalView }) {
  const { t } = useTranslation();
  const say = useRequiredTexts('proposal');
  const shown = document.recipients.filter(({ id, awaited }) =>
    act === 'remind' ? (recipientIds ? recipientIds.includes(id) : awaited) : true,
  );
  return (
    <ul aria-label={t('editor.recipients')} className="flex flex-col gap-3">
      {shown.map((recipient) => {
        const fields = document.signatureFields.filter(({ recipientId }) => recipientId === recipient.id);
        return (
          <li key={recipient.id} className="flex gap-3">
            <RecipientAvatar recipient={recipient} index={document.recipients.indexOf(recipient)} />
            <div className="min-w-0 flex-1">
              <div className="flex items-center justify-between gap-2">
                <OneLine className="font-medium">{recipient.name || recipient.email}</OneLine>
                <Badge>{t(`role.${recipient.role}`)}</Badge>
              </div>
              {/* Recipients are not truncated, because the member is confirming them. */}
              <p className="text-xs break-all text-muted">
                <bdi>{recipient.email || recipient.phone}</bdi> · {say('fields', { count: fields.length })}
              </p>
              <IdentityHints people={[recipient]} />
              {recipient.message ? (
                <p className="mt-1 text-xs whitespace-pre-wrap">{recipient.message}</p>
              ) : null}
            </div>
          </li>
        );
      })}
    </ul>
  );
}

function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="mt-0.5 break-words whitespace-pre-wrap" dir="auto">
        {children}
      </dd>
    </div>
  );
}
