import { useQuery } from '@tanstack/react-query';
import { planNames, type PlanName } from '#core/plan/plans.ts';
import { subscriptionStatusQuery } from '../../api/subscription.ts';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { PaidChoice } from '../../plans/paid-choice.tsx';
import { PlanCard } from '../../plans/plan-card.tsx';
import { TestModeNotice } from '../../plans/test-mode-notice.tsx';
import { useCheckout } from '../../plans/use-checkout.ts';
import { useTranslation } from '../../words.ts';
import { useChooseFree } from './use-choose-free.ts';

type Props = {
  /** The plan chosen on the landing page, before the account existed. */
  wish: PlanName | null;
  onBack: () => void;
  onChosen: () => void;
};

/** Step 2. Free is set on the server and continues; a paid plan starts the checkout (specification §2). */
export function PlanStep({ wish, onBack, onChosen }: Props) {
  const { t } = useTranslation();
  const free = useChooseFree();
  const chooseFree = () => free.choose(onChosen);
  const checkout = useCheckout('onboarding', onChosen);
  const busy = free.busy || checkout.busy;
  const status = useQuery(subscriptionStatusQuery).data;
  const trial = status?.trialAvailable ?? true;
  return (
    <>
      <p className="mt-2 max-w-xl text-base text-muted">
        {wish === null
          ? t('onboarding.plan.about')
          : t('onboarding.plan.wishAbout', { plan: t(`plan.${wish}`) })}
      </p>
      <ul className="mt-8 grid gap-5 lg:grid-cols-3">
        {ordered(wish).map((name) => (
          <li key={name}>
            <PlanCard
              name={name}
              twoLines
              per={name === 'free' ? t('plan.forever') : t('plan.perMonth')}
              {...(wish === null
                ? {}
                : {
                    marked: name === wish,
                    ...(name === wish
                      ? { badge: <Badge tone="ink">{t('onboarding.plan.wish')}</Badge> }
                      : {}),
                  })}
            >
              {name === 'free' ? (
                <Button disabled={busy} onClick={chooseFree}>
                  {t('billing.choose.free')}
                </Button>
              ) : (
                <PaidChoice name={name} trialAvailable={trial} disabled={busy} onChoose={checkout.start} />
              )}
            </PlanCard>
          </li>
        ))}
      </ul>
      {status?.testMode ? (
        <div className="mt-6">
          <TestModeNotice />
        </div>
      ) : null}
      <div className="mt-8 flex flex-wrap justify-between gap-3">
        <Button onClick={onBack}>{t('onboarding.back')}</Button>
        <Button disabled={busy} onClick={chooseFree}>
          {t('onboarding.plan.continueFree')}
        </Button>
      </div>
    </>
  );
}

/** A plan that was chosen earlier is listed first, also on phones. */
function ordered(wish: PlanName | null): readonly PlanName[] {
  return wish === null ? planNames : [wish, ...planNames.filter((name) => name !== wish)];
}
