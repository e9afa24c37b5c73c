import { LoaderCircle, TriangleAlert } from 'lucide-react';
import { reasonOf } from '../api/request.ts';
import { Button } from '../parts/button.tsx';
import { useWords } from '../words.ts';
import { Notice } from './notice.tsx';
import type { CheckoutReturn } from './use-checkout-return.ts';

/** While a checkout that led back here is confirmed, and when that cannot be done now. */
export function CheckoutNotice({ confirming, error, retry }: CheckoutReturn) {
  const { t } = useWords();
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
