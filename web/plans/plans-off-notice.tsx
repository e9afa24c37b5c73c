import { Infinity as InfinityIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Notice } from './notice.tsx';

/** Where plans are switched off, in the place of everything about them. */
export function PlansOffNotice() {
  const { t } = useTranslation();
  return (
    <Notice icon={InfinityIcon} title={t('billing.off')}>
      {t('billing.offText')}
    </Notice>
  );
}
