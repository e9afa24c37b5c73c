import { Link } from 'react-router';
import { plans, type PlanName } from '#core/plan/plans.ts';
import { Button } from '../parts/button.tsx';
import { dollars } from '../parts/format.ts';
import { useTranslation } from '../words.ts';

type Props = {
  name: PlanName;
  /** True if the account can still start a trial; false for a change from another paid plan. */
  trialAvailable: boolean;
  disabled: boolean;
  onChoose: (name: PlanName) => void;
};

/**
 * The button for a paid plan: checkout (with a trial if available), or for Business a link to contact sales.
 */
export function PaidChoice({ name, trialAvailable, disabled, onChoose }: Props) {
  const { t } = useTranslation();
  const { trialDays, dollarsPerMonth, popular } = plans[name];
  const trial = trialAvailable && trialDays > 0;
  return (
    <>
      <Button look={popular ? 'primary' : 'plain'} disabled={disabled} onClick={() => onChoose(name)}>
        {trial ? t('plan.startTrial') : t(`billing.choose.${name}`)}
      </Button>
      {trial ? (
        <p className="flex min-h-9 items-center justify-center text-center text-xs text-muted">
          {t('subscription.trial', { days: trialDays, price: dollars(dollarsPerMonth) })}
        </p>
      ) : null}
      {name === 'business' ? (
        <Button asChild look="quiet">
          <Link to="/support?topic=sales">{t('plan.contactSales')}</Link>
        </Button>
      ) : null}
    </>
  );
}
