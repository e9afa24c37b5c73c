import { Fragment, useState, type ReactNode } from 'react';
import type { SubscriptionStatus } from '#contract/operations/billing.ts';
import { useRequiredTexts } from '../../api/later-words.ts';
import { Badge, type Tone } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { dollars, exactTime, shortDate } from '../../parts/format.ts';
import { useTranslation } from '../../words.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { card } from './card.ts';

const tones: Record<SubscriptionStatus['status'], Tone> = {
  free: 'plain',
  trialing: 'ink',
  active: 'ok',
  past_due: 'danger',
  cancelling: 'warn',
  ended: 'plain',
};

/** The payment method and the next payment (specification §2, §3). */
export function BillingInformation({ status }: { status: SubscriptionStatus }) {
  const { t } = useTranslation();
  const say = useRequiredTexts('pages');
  const [cancelling, setCancelling] = useState(false);
  const standing = status.status;
  return (
    <section aria-labelledby="billing-title" className={card}>
      <div className="flex items-center justify-between gap-3">
        <h2 id="billing-title" className="text-base">
          {say('billing.information')}
        </h2>
        <Badge tone={tones[status.status]} dot>
          {say(`billing.standing.${status.status}`)}
        </Badge>
      </div>
      <dl className="mt-4 grid grid-cols-[auto_1fr] gap-x-6 gap-y-2.5">
        <Line name={say('billing.plan')}>
          <span className="font-medium">
            {t(`plan.${(status.plansOff ? status.subscribedPlan : null) ?? status.planName}`)}
          </span>
        </Line>
        <Line name={say('billing.amount')}>
          {dollars(status.amount)} {t('plan.perMonth')}
        </Line>
        {status.trialEndsAt && status.status === 'trialing' ? (
          <Line name={say('billing.trialEnds')}>
            <Day at={status.trialEndsAt} />
          </Line>
        ) : null}
        {status.endsAt ? (
          <Line name={status.status === 'ended' ? say('billing.endedOn') : say('billing.endsOn')}>
            <Day at={status.endsAt} />
          </Line>
        ) : null}
        <Line name={say('billing.nextDate')}>
          {status.nextBillingDate ? <Day at={status.nextBillingDate} /> : say('billing.noNextDate')}
        </Line>
        {status.card ? (
          <Line name={say('billing.card')}>
            <bdi className="capitalize">{status.card.brand}</bdi>{' '}
            {say('billing.cardEnding', { last4: status.card.last4 })}
          </Line>
        ) : null}
      </dl>
      {standing === 'trialing' || standing === 'active' || standing === 'past_due' ? (
        <div className="mt-auto pt-5">
          <Button onClick={() => setCancelling(true)}>{say('billing.cancel')}</Button>
          {cancelling ? <CancelDialog status={status} onClose={() => setCancelling(false)} /> : null}
        </div>
      ) : (
        <p className="mt-auto pt-5 text-muted">{say(`billing.standingAbout.${standing}`)}</p>
      )}
    </section>
  );
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Fragment>
      <dt className="text-muted">{name}</dt>
      <dd className="text-end tabular-nums">{children}</dd>
    </Fragment>
  );
}

function Day({ at }: { at: string }) {
  return (
    <time dateTime={at} title={exactTime(at)}>
      {shortDate(at)}
    </time>
  );
}
