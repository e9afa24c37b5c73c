import { LoaderCircle } from 'lucide-react';
import { useWords } from '../words.ts';
import { classNames } from './class-names.ts';

/** For waits whose outcome has no shape yet; everything else shows a skeleton. */
export function Spinner({ className }: { className?: string }) {
  const { t } = useWords();
  return (
    <div role="status" className={classNames('grid place-items-center', className)}>
      <LoaderCircle aria-hidden="true" className="size-7 animate-spin text-muted" />
      <span className="sr-only">{t('loading')}</span>
    </div>
  );
}
