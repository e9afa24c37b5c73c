import { useTranslation } from 'react-i18next';
import { planNames } from '#core/plan/plans.ts';
import { Button } from '../../parts/button.tsx';
import { PlanCard } from '../../plans/plan-card.tsx';
import { useChooseFree } from './use-choose-free.ts';

type Props = { onBack: () => void; onChosen: () => void };

/** Step 2: Free is chosen on the server and moves on; a paid plan starts the checkout (specification §2). */
export function PlanStep({ onBack, onChosen }: Props) {
  const { t } = useTranslation();
  const free = useChooseFree();
  const chooseFree = () => free.choose(onChosen);
  return (
    <>
      <p className="mt-2 max-w-xl text-base text-muted">{t('onboarding.plan.about')}</p>
      <ul className="mt-8 grid gap-5 lg:grid-cols-3">
        {planNames.map((name) => (
          <li key={name}>
            <PlanCard name={name} per={name === 'free' ? t('plan.forever') : t('plan.perMonth')}>
              {name === 'free' ? (
                <Button disabled={free.busy} onClick={chooseFree}>
                  {t('onboarding.plan.chooseFree')}
                </Button>
              ) : null}
            </PlanCard>
          </li>
        ))}
      </ul>
      <div className="mt-8 flex flex-wrap justify-between gap-3">
        <Button onClick={onBack}>{t('onboarding.back')}</Button>
        <Button disabled={free.busy} onClick={chooseFree}>
          {t('onboarding.plan.continueFree')}
        </Button>
      </div>
    </>
  );
}
