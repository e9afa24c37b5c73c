import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { CreateBody } from '#contract/operations/billing.ts';
import type { PlanName } from '#core/plan/plans.ts';
import { invalidatePlan } from '../api/account.ts';
import { createSubscription } from '../api/subscription.ts';
import { useTranslation } from '../words.ts';
import { failureToast } from '../parts/dialogs/outcome-toast.ts';

/**
 * Starts the checkout of a paid plan, which redirects to the provider, or changes the plan immediately if
 * nothing has to be paid (specification §4). `busy` lasts until the browser has left. It ends if the person
 * returns with the back button, which restores this page.
 */
export function useCheckout(
  from: NonNullable<CreateBody['from']>,
  onDone: (plan: PlanName) => void,
): { start: (plan: PlanName) => void; busy: boolean } {
  const { t } = useTranslation();
  const [leaving, setLeaving] = useState(false);
  const creating = useMutation({
    mutationFn: (planName: PlanName) => createSubscription({ planName, from }),
    onSuccess: async ({ url, planName }) => {
      if (url !== undefined) {
        setLeaving(true);
        return window.location.assign(url);
      }
      await invalidatePlan();
      onDone(planName);
    },
    onError: failureToast(t('subscription.error')),
  });
  useEffect(() => {
    const back = ({ persisted }: PageTransitionEvent) => persisted && setLeaving(false);
    window.addEventListener('pageshow', back);
    return () => window.removeEventListener('pageshow', back);
  }, []);
  return { start: creating.mutate, busy: creating.isPending || leaving };
}
