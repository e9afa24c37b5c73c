import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { PlanCard } from '../../plans/plan-card.tsx';
import { useTranslation } from '../../words.ts';
import { FirstDocument } from './first-document.tsx';

/**
 * Step 1 greets the member by name. It shows their current plan (specification §2) next to the first
 * document, so that they can begin without completing the setup.
 */
export function WelcomeStep({ onNext }: { onNext: () => void }) {
  const { t } = useTranslation();
  return (
    <>
      <p className="mt-2 max-w-xl text-base text-muted">{t('onboarding.welcome.about')}</p>
      <div className="mt-8 grid gap-8 lg:grid-cols-[1fr_360px] lg:gap-10">
        <section aria-labelledby="first-document">
          <h2 id="first-document" className="text-base">
            {t('onboarding.welcome.firstTitle')}
          </h2>
          <FirstDocument level={3} className="mt-4" />
        </section>
        <section aria-labelledby="own-plan">
          <h2 id="own-plan" className="text-base">
            {t('onboarding.welcome.planTitle')}
          </h2>
          <div className="mt-4">
            <PlanCard
              name="free"
              marked
              per={t('plan.forever')}
              badge={
                <Badge tone="ok" dot>
                  {t('onboarding.welcome.active')}
                </Badge>
              }
            >
              <p className="text-muted">{t('onboarding.welcome.activeAbout')}</p>
              <Button className="mt-2" onClick={onNext}>
                {t('onboarding.continue')}
              </Button>
            </PlanCard>
          </div>
        </section>
      </div>
    </>
  );
}
