import { FlaskConical } from 'lucide-react';
import { useTranslation } from '../words.ts';
import { Notice } from './notice.tsx';

/** Shown wherever something can be paid, because the sandbox replaces the provider and no money moves. */
export function TestModeNotice() {
  const { t } = useTranslation();
  return (
    <Notice icon={FlaskConical} tone="warn" title={t('subscription.test')}>
      {t('subscription.testText')}
    </Notice>
  );
}
