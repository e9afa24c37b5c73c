import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { PageHeader, usePageTitle } from '../../../parts/page-header.tsx';
import { LoadingError, Skeleton } from '../../../parts/states.tsx';
import { useTranslation } from '../../../words.ts';

type Props = {
  /** The name of the area, shown in the title of the browser tab. */
  name: string;
  about?: string;
  /**
   * The sections of the page appear together when all of these queries have loaded, because each section
   * would shift the others.
   */
  queries?: readonly UseQueryResult[];
  children: () => ReactNode;
};

/** One area of the settings, with the title of the page and its sections. */
export function AreaPage({ name, about, queries = [], children }: Props) {
  const { t } = useTranslation();
  const failed = queries.find((query) => query.isLoadingError);
  return (
    <div className="flex flex-col gap-8">
      <PageHeader title={t('settings.title')} {...(about !== undefined && { about })} />
      <TabTitle name={name} />
      {failed ? (
        <div className="rounded-lg border border-line bg-surface">
          <LoadingError query={failed} />
        </div>
      ) : queries.some(({ data }) => data === undefined) ? (
        <Skeleton className="h-96 rounded-lg" />
      ) : (
        children()
      )}
    </div>
  );
}

/** Shown below the header, which contains only the name of the page. */
function TabTitle({ name }: { name: string }) {
  const { t } = useTranslation();
  usePageTitle(name === t('settings.title') ? name : `${name} · ${t('settings.title')}`);
  return null;
}
