import { useTranslation } from '../words.ts';
import { Button } from './button.tsx';
import type { ListAddress } from './use-list-address.ts';

type Props = {
  /** The range shown, and the total */
  text: string;
  address: Pick<ListAddress, 'cursor' | 'page' | 'goToNext' | 'goToPrevious'>;
  /** The cursor of the next page; null on the last page. */
  next: string | null;
  busy: boolean;
};

/** Footer of a list: the range shown, and links to its other pages. */
export function PageStrip({ text, address, next, busy }: Props) {
  const { t } = useTranslation();
  const { cursor, page, goToNext, goToPrevious } = address;
  return (
    <footer className="flex min-h-14 flex-wrap items-center justify-between gap-3 border-t border-line px-4 py-2 sm:px-5">
      <p className="text-xs text-muted tabular-nums" aria-live="polite">
        {text}
      </p>
      {next !== null || page > 1 || cursor !== null ? (
        <nav aria-label={t('documents.pages')} className="flex items-center gap-2">
          <Button size="small" disabled={page === 1 && !cursor} onClick={() => goToPrevious()}>
            {t('documents.previous')}
          </Button>
          <span className="px-1 text-muted tabular-nums" aria-current="page">
            <span className="sr-only">{t('documents.page', { page })}</span>
            <span aria-hidden="true">{page}</span>
          </span>
          <Button size="small" disabled={next === null || busy} onClick={() => next && goToNext(next)}>
            {t('documents.next')}
          </Button>
        </nav>
      ) : null}
    </footer>
  );
}
