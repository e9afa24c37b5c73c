import { useTranslation } from '../words.ts';
import { classNames } from './class-names.ts';
import { Skeleton } from './states.tsx';

/** Placeholder lines at the final position of content that is still loading. */
export function WaitingLines({ className }: { className?: string }) {
  const { t } = useTranslation();
  return (
    <div role="status" className={classNames('flex flex-col gap-3', className)}>
      <span className="sr-only">{t('loading')}</span>
      <Skeleton className="h-5 w-56 max-w-full" />
      <Skeleton className="h-4 w-full max-w-lg" />
      <Skeleton className="h-4 w-full max-w-md" />
    </div>
  );
}
