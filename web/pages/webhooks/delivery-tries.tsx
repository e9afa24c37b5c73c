import { useQuery } from '@tanstack/react-query';
import type { DeliveryDetail } from '#contract/messages/webhooks.ts';
import { reasonOf } from '../../api/transport/request.ts';
import { deliveryQuery } from '../../api/webhooks.ts';
import { exactTime } from '../../parts/format.ts';
import { Skeleton } from '../../parts/states.tsx';
import { useRequiredTexts } from '../../api/later-words.ts';

/** The request and the responses of one event. */
export function DeliveryTries({ webhookId, eventId }: { webhookId: string; eventId: string }) {
  const t = useRequiredTexts('webhooks');
  const detail = useQuery(deliveryQuery(webhookId, eventId));
  if (detail.isPending) return <Skeleton className="mt-2 h-24" />;
  if (!detail.data) return <p className="mt-2 text-danger">{reasonOf(detail.error)}</p>;
  const { id, body, tries } = detail.data;
  return (
    <div className="mt-2 flex flex-col gap-3 ps-6">
      <Text title={t('request')}>{`webhook-id: ${id}\n\n${body}`}</Text>
      <p className="text-muted">{t('requestNote')}</p>
      {tries.length === 0 ? <p className="text-muted">{t('noTry')}</p> : null}
      {tries.toReversed().map((one) => (
        <Try key={one.number} one={one} />
      ))}
    </div>
  );
}

function Try({ one }: { one: DeliveryDetail['tries'][number] }) {
  const t = useRequiredTexts('webhooks');
  const outcome = one.problem ? t(`problem.${one.problem}`) : t('answered', { status: String(one.status) });
  return (
    <div className="flex flex-col gap-1">
      <p>
        {t('try', { number: String(one.number), time: exactTime(one.at) })}: {outcome} ({one.durationMs} ms)
      </p>
      {one.answer === '' ? null : <Text title={t('answer')}>{one.answer}</Text>}
    </div>
  );
}

function Text({ title, children }: { title: string; children: string }) {
  return (
    <figure>
      <figcaption className="text-xs text-muted">{title}</figcaption>
      <pre
        dir="ltr"
        tabIndex={0}
        className="mt-1 max-h-48 overflow-auto rounded-md border border-line bg-sunken p-3 font-mono text-xs break-all whitespace-pre-wrap"
      >
        {children}
      </pre>
    </figure>
  );
}
