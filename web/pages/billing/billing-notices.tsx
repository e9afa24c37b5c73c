import { useMutation } from '@tanstack/react-query';
import { CalendarX2, CreditCard, PlugZap } from 'lucide-react';
import type { SubscriptionStatus } from '#contract/operations/billing.ts';
import { useRequiredTexts } from '../../api/later-words.ts';
import { reasonOf } from '../../api/transport/request.ts';
import { refreshSubscription } from '../../api/subscription.ts';
import { Button } from '../../parts/button.tsx';
import { dayAndTime, shortDate } from '../../parts/format.ts';
import { Notice } from '../../plans/notice.tsx';
import { useTranslation } from '../../words.ts';
import { ResumePlan } from './resume-plan.tsx';
import { ManageBilling } from './manage-billing.tsx';

/** Urgent notices: the provider is unreachable, a payment is open, or the plan is ending. */
export function BillingNotices({ status }: { status: SubscriptionStatus }) {
  const { t } = useTranslation();
  const say = useRequiredTexts('pages');
  const plan = t(`plan.${status.planName}`);
  return (
    <>
      {status.stale ? <ProviderAway readAt={status.readAt} /> : null}
      {status.status === 'past_due' ? (
        <Notice
          icon={CreditCard}
          tone="danger"
          title={say(`billing.pastDue.${status.paymentProblem ?? 'declined'}`)}
          action={<ManageBilling />}
        >
          {say('billing.pastDue.text', { plan })}
        </Notice>
      ) : null}
      {status.status === 'cancelling' && status.endsAt ? (
        <Notice
          icon={CalendarX2}
          tone="warn"
          title={say('billing.ending.title', { plan, date: shortDate(status.endsAt) })}
          action={<ResumePlan />}
        >
          {say('billing.ending.text')}
        </Notice>
      ) : null}
    </>
  );
}

function ProviderAway({ readAt }: { readAt: string | null }) {
  const { t } = useTranslation();
  const say = useRequiredTexts('pages');
  const asking = useMutation({ mutationFn: () => refreshSubscription() });
  return (
    <Notice
      icon={PlugZap}
      tone="warn"
      title={say('billing.away.title')}
      action={
        <Button disabled={asking.isPending} onClick={() => asking.mutate()}>
          {t('error.retry')}
        </Button>
      }
    >
      {say('billing.away.text')} {readAt ? say('billing.away.readAt', { at: dayAndTime(readAt) }) : null}{' '}
      {asking.isError ? reasonOf(asking.error) : null}
    </Notice>
  );
}
