import { useTranslation } from '../words.ts';
import { Skeleton } from './states.tsx';

/**
 * Placeholder until it is known which page to show. It has the header and margins that all pages have in
 * common.
 */
export function PageWaiting() {
  const { t } = useTranslation();
  return (
    <div role="status" className="min-h-dvh bg-paper">
      <span className="sr-only">{t('loading')}</span>
      <div className="h-14 border-b border-line bg-surface" />
      <div className="mx-auto flex max-w-[1200px] flex-col gap-3 px-4 py-6 sm:px-8 sm:py-9 lg:px-10">
        <Skeleton className="h-9 w-48" />
        <Skeleton className="h-4 w-72 max-w-full" />
        <Skeleton className="mt-4 h-64 rounded-lg" />
      </div>
    </div>
  );
}
