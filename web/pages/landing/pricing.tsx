import { Link } from 'react-router';
import { planNames, type PlanName } from '#core/plan/plans.ts';
import { Button } from '../../parts/button.tsx';
import { PlanCard } from '../../plans/plan-card.tsx';
import { PlansOffNotice } from '../../plans/plans-off-notice.tsx';
import { arePlansOff } from '../../plans/plans-off.ts';
import { useTranslation } from '../../words.ts';
import { SignUp } from './sign-up.tsx';

/** The three plans with numbers from the plan table (specification §9), or a notice if plans are off. */
export function Pricing() {
  const { t } = useTranslation();
  return (
    <section
      id="pricing"
      aria-labelledby="pricing-title"
      className="scroll-mt-16 border-y border-line bg-surface"
    >
      <div className="mx-auto max-w-[1120px] px-4 py-14 sm:px-8 sm:py-20">
        <h2 id="pricing-title" className="font-serif text-2xl tracking-[-0.015em]">
          {t('landing.pricing.title')}
        </h2>
        {arePlansOff() ? (
          <div className="mt-10">
            <PlansOffNotice />
          </div>
        ) : (
          <Plans />
        )}
      </div>
    </section>
  );
}

function Plans() {
  const { t } = useTranslation();
  return (
    <>
      <p className="mt-2 text-muted">{t('landing.pricing.about')}</p>
      <ul className="mt-10 grid gap-5 lg:grid-cols-3">
        {planNames.map((name) => (
          <li key={name}>
            <PlanCard name={name} className="bg-paper">
              <Action name={name} />
            </PlanCard>
          </li>
        ))}
      </ul>
    </>
  );
}

function Action({ name }: { name: PlanName }) {
  const { t } = useTranslation();
  if (name === 'business') {
    return (
      <Button asChild>
        <Link to="/support?topic=sales">{t('plan.contactSales')}</Link>
      </Button>
    );
  }
  return (
    <SignUp look={name === 'pro' ? 'primary' : 'plain'} plan={name}>
      {name === 'pro' ? t('plan.startTrial') : t('landing.pricing.signUp')}
    </SignUp>
  );
}
