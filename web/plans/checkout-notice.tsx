import { LoaderCircle, TriangleAlert } from 'lucide-react';
import { reasonOf } from '../api/transport/request.ts';
import { Button } from '../parts/button.tsx';
import { useTranslation } from '../words.ts';
import { Notice } from './notice.tsx';
import type { CheckoutReturn } from './use-checkout-return.ts';

/** Shown while a checkout is being confirmed on return, and if that fails. */
export function CheckoutNotice({ confirming, error, retry }: CheckoutReturn) {
  const { t } = useTranslation();
  if (confirming) {
    return (
      <Notice icon={LoaderCircle} spinning title={t('subscription.confirming')}>
        {t('subscription.confirmingText')}
      </Notice>
    );
  }
  if (!error) return null;
  return (
    <Notice
      icon={TriangleAlert}
      tone="warn"
      title={t('subscription.unconfirmed')}
      action={<Button onClick={retry}>{t('error.retry')}</Button>}
    >
      {t('subscription.unconfirmedText')} {reasonOf(error)}
    </Notice>
  );
}
