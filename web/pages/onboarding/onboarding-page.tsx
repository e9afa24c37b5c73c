import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useEffect, useRef, type RefObject } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { planNamed, planNames, type PlanName } from '#core/plan/plans.ts';
import { currentUserQuery, greetingName } from '../../api/account.ts';
import { Button } from '../../parts/button.tsx';
import { classNames } from '../../parts/class-names.ts';
import { usePageTitle } from '../../parts/page-header.tsx';
import { CheckoutNotice } from '../../plans/checkout-notice.tsx';
import { useCheckoutReturn } from '../../plans/use-checkout-return.ts';
import { OnboardingFrame } from '../../shell/onboarding-frame.tsx';
import { useTranslation } from '../../words.ts';
import { PlanStep } from './plan-step.tsx';
import { StartStep } from './start-step.tsx';
import { WelcomeStep } from './welcome-step.tsx';

const steps = ['welcome', 'plan', 'start'] as const;
type Step = (typeof steps)[number];

/**
 * The three steps of specification §2. The step is part of the URL, so that the back button returns to the
 * previous step.
 */
export default function OnboardingPage() {
  const { t } = useTranslation();
  const { data: user } = useQuery(currentUserQuery);
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const plan = planNamed(user?.planType ?? '');
  // A member who has paid returns here from the checkout and has nothing left to choose.
  const step = plan === 'free' ? stepIn(params) : 'start';
  const checkout = useCheckoutReturn('?step=2');
  const wish = wishIn(params);
  const title = useFocusOnStep();
  usePageTitle(t('onboarding.title'));
  const goTo = (next: Step) =>
    void navigate(`/onboarding?step=${steps.indexOf(next) + 1}${wish ? `&plan=${wish}` : ''}`, {
      state: byStep,
    });
  return (
    <OnboardingFrame>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Progress step={step} />
        {step === 'start' ? null : (
          <Button look="quiet" onClick={() => goTo('start')}>
            {t('onboarding.skip')}
          </Button>
        )}
      </div>
      <div className="mt-6 empty:hidden">
        <CheckoutNotice {...checkout} />
      </div>
      <h1
        ref={title}
        tabIndex={-1}
        className="mt-8 font-serif text-2xl tracking-[-0.015em] outline-none [overflow-wrap:anywhere]"
      >
        {t(`onboarding.${step}.title`, { name: user ? greetingName(user) : t('onboarding.user') })}
      </h1>
      {step === 'welcome' ? <WelcomeStep onNext={() => goTo('plan')} /> : null}
      {step === 'plan' ? (
        <PlanStep wish={wish} onBack={() => goTo('welcome')} onChosen={() => goTo('start')} />
      ) : null}
      {step === 'start' ? <StartStep plan={plan} /> : null}
    </OnboardingFrame>
  );
}

function Progress({ step }: { step: Step }) {
  const { t } = useTranslation();
  const now = steps.indexOf(step);
  return (
    <ol aria-label={t('onboarding.steps')} className="flex items-center gap-2">
      {steps.map((name, index) => (
        <li
          key={name}
          aria-current={index === now ? 'step' : undefined}
          className={classNames('flex items-center gap-2', index === now ? 'font-medium' : 'text-muted')}
        >
          {index > 0 ? <span aria-hidden="true" className="h-px w-4 bg-line-strong sm:w-8" /> : null}
          <span
            aria-hidden="true"
            className={classNames(
              'grid size-6 place-items-center rounded-full text-xs font-semibold tabular-nums',
              index <= now ? 'bg-ink text-on-ink' : 'border border-line-strong',
            )}
          >
            {index < now ? <Check className="size-3.5" /> : index + 1}
          </span>
          <span className="max-[419px]:sr-only">{t(`onboarding.step.${name}`)}</span>
        </li>
      ))}
    </ol>
  );
}

/**
 * The plan that was chosen before the account existed. It is highlighted, but nothing starts automatically.
 */
function wishIn(params: URLSearchParams): PlanName | null {
  return planNames.find((name) => name !== 'free' && name === params.get('plan')) ?? null;
}

/** Returns the step by its number, or by the plan after a checkout. An invalid URL opens the first step. */
function stepIn(params: URLSearchParams): Step {
  if (params.has('checkout')) return 'plan';
  return steps[Number(params.get('step')) - 1] ?? 'welcome';
}

/** History state that distinguishes moving between steps from opening the URL. */
const byStep = { byStep: true };

/** A new step gets the focus at its title. An opened URL starts at the top, like any page. */
function useFocusOnStep(): RefObject<HTMLHeadingElement | null> {
  const title = useRef<HTMLHeadingElement>(null);
  const { key, ...location } = useLocation();
  const stepped = (location.state as typeof byStep | null)?.byStep === true;
  useEffect(() => {
    if (stepped) title.current?.focus();
  }, [key, stepped]);
  return title;
}
