import { useMutation, useQuery } from '@tanstack/react-query';
import { CircleAlert, MailCheck, MailPlus } from 'lucide-react';
import type { DocumentDetail, FinalCopy } from '#contract/documents/documents.ts';
import { currentUserQuery } from '../../api/account.ts';
import { useDeferredTexts } from '../../api/later-words.ts';
import { copiesQuery, resendCopies } from '../../api/manage.ts';
import { Button } from '../../parts/button.tsx';
import { useActToast } from '../../documents/use-act-toast.ts';
import { useTranslation } from '../../words.ts';
import { DeliveryReply } from './delivery-reply.tsx';
import { namesOf } from './names-of.ts';
import { StatusLine } from './status-line.tsx';

const failed: ReadonlySet<FinalCopy['state']> = new Set(['bounced', 'blocked', 'deferred']);

/** The delivery of a completed document's final copies, with a button that sends them again. */
export function FinalCopies({ document: { id } }: { document: DocumentDetail }) {
  const { t } = useTranslation();
  const say = useDeferredTexts('delivery');
  const copies = useQuery(copiesQuery(id)).data;
  const user = useQuery(currentUserQuery).data;
  const sending = useMutation(resendCopies);
  const outcome = useActToast(say?.('copies.sent') ?? '');
  if (!say || !copies || copies.length === 0) return null;
  const missing = copies.filter(({ state }) => failed.has(state));
  const again = missing.flatMap(({ recipientId }) => recipientId ?? []);
  const send = (recipientIds?: string[]) =>
    sending.mutate({ id, ...(recipientIds && { recipientIds }) }, outcome);
  const may = user?.can.includes('document.manage') ?? false;
  return (
    <section aria-label={say('copies.title')} className="mt-2 flex flex-col gap-2">
      {missing.length > 0 ? (
        <StatusLine icon={<CircleAlert aria-hidden="true" />} tone="danger">
          {say('copies.failed', { names: namesOf(missing) })}
          {may && again.length > 0 ? (
            <div className="mt-2">
              <Button size="small" disabled={sending.isPending} onClick={() => send(again)}>
                <MailPlus aria-hidden="true" />
                {say('copies.send')}
              </Button>
            </div>
          ) : null}
        </StatusLine>
      ) : null}
      {missing.map((copy) => (
        <div key={copy.recipientId ?? 'sender'} className="px-3 text-xs">
          <p className="font-medium">
            <bdi>{copy.name || copy.email}</bdi>: {t(`delivery.${copy.state}`)}
          </p>
          {copy.reply && copy.state !== 'blocked' ? <DeliveryReply reply={copy.reply} /> : null}
        </div>
      ))}
      {may ? <Everyone copies={copies} disabled={sending.isPending} onSend={send} /> : null}
    </section>
  );
}

type EveryoneProps = { copies: FinalCopy[]; disabled: boolean; onSend: (recipientIds?: string[]) => void };

/** Collapsed by default, because most copies are delivered. */
function Everyone({ copies, disabled, onSend }: EveryoneProps) {
  const say = useDeferredTexts('delivery');
  const recipients = copies.filter(({ recipientId }) => recipientId !== null);
  if (!say || recipients.length === 0) return null;
  return (
    <details className="text-[0.8125rem]">
      <summary className="cursor-pointer text-muted">{say('copies.title')}</summary>
      <ul className="mt-2 flex flex-col gap-2">
        {recipients.map(({ recipientId, name, email }) => (
          <li key={recipientId} className="flex items-center justify-between gap-2">
            <bdi className="min-w-0 truncate">{name || email}</bdi>
            <Button
              size="small"
              disabled={disabled}
              aria-label={say('copies.sendTo', { name: name || email })}
              onClick={() => onSend([recipientId!])}
            >
              <MailCheck aria-hidden="true" />
              {say('copies.send')}
            </Button>
          </li>
        ))}
      </ul>
      <Button size="small" className="mt-2" disabled={disabled} onClick={() => onSend()}>
        {say('copies.sendAll')}
      </Button>
    </details>
  );
}
