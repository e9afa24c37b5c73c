import { Lock } from 'lucide-react';
import { useTranslation } from '../words.ts';

/** Icon next to items that not all members can see. */
export function PrivateSign() {
  const { t } = useTranslation();
  return (
    <span className="inline-flex shrink-0" title={t('sharing.privateAbout')}>
      <Lock aria-hidden="true" className="size-3.5 text-muted" />
      <span className="sr-only">{t('sharing.private')}</span>
    </span>
  );
}
