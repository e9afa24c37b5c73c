import { useTranslation } from '../words.ts';
import { Skeleton } from './states.tsx';

/** Placeholder while a document loads, with the header line and the page. */
export function DocumentWaiting() {
  const { t } = useTranslation();
  return (
    <main className="flex h-dvh flex-col" aria-busy="true">
      <p role="status" className="sr-only">
        {t('editor.loading')}
      </p>
      <div className="flex h-[60px] items-center gap-4 border-b border-line bg-surface px-5">
        <Skeleton className="h-5 w-64" />
        <div className="flex-1" />
        <Skeleton className="h-9 w-40" />
      </div>
      <div className="flex-1 overflow-hidden bg-(--desk) p-5">
        <div className="pdf-page pdf-page-waiting mx-auto aspect-[210/297] w-full max-w-[816px]" />
      </div>
    </main>
  );
}
