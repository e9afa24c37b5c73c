import { Infinity as InfinityIcon } from 'lucide-react';
import { useWords } from '../words.ts';
import { Notice } from './notice.tsx';

/** Where plans are switched off, in the place of everything about them. */
export function PlansOffNotice() {
  const { t } = useWords();
  return (
    <Notice icon={InfinityIcon} title={t('billing.off')}>
      {t('billing.offText')}
    </Notice>
  );
}
