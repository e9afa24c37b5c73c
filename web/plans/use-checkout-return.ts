import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { refreshSubscription } from '../api/subscription.ts';
import { showToast } from '../kit/toast-store.ts';
import { useTranslation } from '../words.ts';

/** The result of a checkout that returned with '?checkout=…'. */
export type CheckoutReturn = {
  /** True while the server asks the provider what was paid. */
  confirming: boolean;
  /** True if the server could not ask the provider. The payment is not lost. */
  error: Error | null;
  retry: () => void;
};

/**
 * A checkout returns with the id of its session, which the server reads immediately, or with 'cancelled'
 * (contract/operations/billing.ts). The result is shown once. Then `afterwards` replaces the query, so that a
 * reload does not show it again.
 */
export function useCheckoutReturn(afterwards = ''): CheckoutReturn {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const checkout = params.get('checkout');
  const session = checkout === 'cancelled' ? null : checkout;
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['api', 'subscription-checkout', session],
    queryFn: () => refreshSubscription(session ?? ''),
    enabled: session !== null,
  });
  const over = checkout === 'cancelled' || data !== undefined;
  useEffect(() => {
    if (!over || checkout === null) return;
    void navigate({ search: afterwards }, { replace: true });
    if (data === undefined) {
      showToast({ title: t('subscription.notFinished'), description: t('subscription.notFinishedText') });
    } else if (data.planName === 'free') {
      showToast({ title: t('subscription.notYet'), description: t('subscription.notYetText') });
    } else {
      const plan = t(`plan.${data.planName}`);
      showToast({
        title: t('subscription.started', { plan }),
        description: t('subscription.startedText', { plan }),
      });
    }
  }, [over, checkout, data, afterwards, navigate, t]);
  return { confirming: session !== null && isFetching, error, retry: () => void refetch() };
}
