import { Infinity as InfinityIcon } from 'lucide-react';
import { useTranslation } from '../words.ts';
import { Notice } from './notice.tsx';

/** Replaces all plan information when plans are turned off. */
export function PlansOffNotice() {
  const { t } = useTranslation();
  return (
    <Notice icon={InfinityIcon} title={t('billing.off')}>
      {t('billing.offText')}
    </Notice>
  );
}
