import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { PlanCard } from '../../plans/plan-card.tsx';
import { useWords } from '../../words.ts';

/** Step 1: who is greeted is in the title; here is what they have already, the Free plan (specification §2). */
export function WelcomeStep({ onNext }: { onNext: () => void }) {
  const { t } = useWords();
  const next = ['plan', 'upload', 'send'] as const;
  return (
    <>
      <p className="mt-2 max-w-xl text-base text-muted">{t('onboarding.welcome.about')}</p>
      <div className="mt-8 grid gap-8 lg:grid-cols-[360px_1fr] lg:gap-14">
        <PlanCard
          name="free"
          marked
          per={t('plan.forever')}
          badge={
            <Badge tone="ok" dot>
              {t('onboarding.welcome.active')}
            </Badge>
          }
        />
        <div className="flex flex-col">
          <p className="max-w-md">{t('onboarding.welcome.activeAbout')}</p>
          <h2 className="mt-6 text-base">{t('onboarding.welcome.nextTitle')}</h2>
          <ol className="mt-3 flex flex-col gap-3">
            {next.map((line, index) => (
              <li key={line} className="flex items-baseline gap-3">
                <span className="font-serif text-lg text-muted">{index + 1}</span>
                {t(`onboarding.welcome.next.${line}`)}
              </li>
            ))}
          </ol>
          <Button look="primary" size="big" className="mt-8 self-start max-sm:w-full" onClick={onNext}>
            {t('onboarding.continue')}
          </Button>
        </div>
      </div>
    </>
  );
}
