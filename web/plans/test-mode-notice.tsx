import { FlaskConical } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Notice } from './notice.tsx';

/** Wherever something can be paid: the sandbox stands in for the provider, and no money moves. */
export function TestModeNotice() {
  const { t } = useTranslation();
  return (
    <Notice icon={FlaskConical} tone="warn" title={t('subscription.test')}>
      {t('subscription.testText')}
    </Notice>
  );
}
