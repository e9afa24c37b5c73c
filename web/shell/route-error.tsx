import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { Button } from '../parts/button.tsx';
import { useTranslation } from '../words.ts';

/** The last error boundary, which prevents a blank window when a page throws. */
export function RouteError() {
  const { t } = useTranslation();
  const error = useRouteError();
  useEffect(() => console.error(error), [error]);
  return (
    <main className="grid min-h-dvh place-items-center p-6">
      <div role="alert" className="flex max-w-sm flex-col items-center gap-1 text-center">
        <h1 className="font-serif text-xl">{t('error.page')}</h1>
        <p className="text-muted">{t('error.pageText')}</p>
        <Button look="primary" className="mt-4" onClick={() => window.location.reload()}>
          {t('error.reload')}
        </Button>
      </div>
    </main>
  );
}
