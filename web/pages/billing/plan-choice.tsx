import { useState } from 'react';
import type { SubscriptionStatus } from '#contract/operations/billing.ts';
import { planNames, type PlanName } from '#core/plan/plans.ts';
import { useRequiredTexts } from '../../api/later-words.ts';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { shortDate } from '../../parts/format.ts';
import { showToast } from '../../kit/toast-store.ts';
import { PaidChoice } from '../../plans/paid-choice.tsx';
import { PlanCard } from '../../plans/plan-card.tsx';
import { useCheckout } from '../../plans/use-checkout.ts';
import { useTranslation } from '../../words.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { ChangePlanDialog } from './change-plan-dialog.tsx';
import { ResumePlan } from './resume-plan.tsx';

/** The three plans, each with the button that changes to it from the current one. */
export function PlanChoice({ status }: { status: SubscriptionStatus }) {
  const { t } = useTranslation();
  const say = useRequiredTexts('pages');
  const [asking, setAsking] = useState<PlanName | null>(null);
  const checkout = useCheckout('billing', (name) =>
    showToast({
      title: t('subscription.started', { plan: t(`plan.${name}`) }),
      description: t('subscription.startedText', { plan: t(`plan.${name}`) }),
    }),
  );
  const choose = (name: PlanName) => (status.planName === 'free' ? checkout.start(name) : setAsking(name));
  const close = () => setAsking(null);
  return (
    <section aria-labelledby="plans-title">
      <h2 id="plans-title" className="text-base">
        {say('billing.plans')}
      </h2>
      <ul className="mt-4 grid gap-5 lg:grid-cols-3">
        {planNames.map((name) => {
          const current = name === status.planName;
          return (
            <li key={name}>
              <PlanCard
                name={name}
                marked={current}
                twoLines
                className="shadow-card"
                {...(current ? { badge: <Badge tone="ink">{say('billing.current')}</Badge> } : {})}
              >
                <Choice name={name} status={status} busy={checkout.busy} onChoose={choose} />
              </PlanCard>
            </li>
          );
        })}
      </ul>
      {asking === 'free' ? <CancelDialog status={status} onClose={close} /> : null}
      {asking !== null && asking !== 'free' ? <ChangePlanDialog to={asking} onClose={close} /> : null}
    </section>
  );
}

type ChoiceProps = {
  name: PlanName;
  status: SubscriptionStatus;
  busy: boolean;
  onChoose: (name: PlanName) => void;
};

function Choice({ name, status, busy, onChoose }: ChoiceProps) {
  const { t } = useTranslation();
  const say = useRequiredTexts('pages');
  const ending = status.status === 'cancelling';
  if (name === status.planName) return ending ? <ResumePlan /> : null;
  if (name === 'free') {
    if (!ending) return <Button onClick={() => onChoose('free')}>{t('billing.choose.free')}</Button>;
    const date = status.endsAt ? shortDate(status.endsAt) : '';
    return <p className="text-muted">{say('billing.startsOn', { date })}</p>;
  }
  return (
    <PaidChoice
      name={name}
      trialAvailable={status.planName === 'free' && status.trialAvailable}
      disabled={busy}
      onChoose={onChoose}
    />
  );
}
