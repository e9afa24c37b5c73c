import { useQuery } from '@tanstack/react-query';
import { LayoutTemplate, Plus, SearchX } from 'lucide-react';
import { useState } from 'react';
import type { TemplateView } from '#contract/documents/templates.ts';
import { folderPath } from '#core/folder/folder.ts';
import { templateCategories } from '#core/template/template.ts';
import { useDeferredTexts } from '../../api/later-words.ts';
import { foldersQuery } from '../../api/library.ts';
import { templatesQuery } from '../../api/templates.ts';
import { Button } from '../../parts/button.tsx';
import { SampleButton } from '../../documents/upload/sample-button.tsx';
import { PageStrip } from '../../parts/page-strip.tsx';
import { SearchBox } from '../../parts/forms/search-box.tsx';
import { Select } from '../../parts/forms/select.tsx';
import { EmptyState, LoadingError } from '../../parts/states.tsx';
import { useListAddress, useNothing } from '../../parts/use-list-address.ts';
import { useTranslation } from '../../words.ts';
import { AddFileDialog } from './add-file-dialog.tsx';
import { EditTemplateDialog } from './edit-template-dialog.tsx';
import { TemplateCard, TemplateCardSkeleton, type TemplateAct } from './template-card.tsx';
import { UseTemplateDialog } from './use-template-dialog.tsx';

/** Divisible by three, which is the number of cards per row. */
const pageSize = 24;
const grid = 'grid gap-4 sm:grid-cols-2 xl:grid-cols-3';

/** The templates as cards, with search, category, and the dialogs that a card opens. */
export function TemplateBrowser({ onCreate }: { onCreate: () => void }) {
  const { t } = useTranslation();
  const address = useListAddress();
  const { query, narrow } = address;
  const requested = query.get('category');
  const filter = {
    q: query.get('q') ?? '',
    category: templateCategories.find((category) => category === requested) ?? null,
    folder: query.get('folder'),
  };
  const list = useQuery(templatesQuery({ ...filter, cursor: address.cursor, limit: pageSize }));
  const templates = list.data?.rows ?? [];
  const nothing = useNothing(address, list, templates);
  const [open, setOpen] = useState<{ act: TemplateAct; template: TemplateView } | null>(null);
  const filtered = filter.q !== '' || filter.category !== null || filter.folder !== null;
  const options = [
    { value: 'all' as const, text: t('templates.allCategories') },
    ...templateCategories.map((value) => ({ value, text: t(`templates.category.${value}`) })),
  ];
  return (
    <section aria-label={t('templates.title')} className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-2.5">
        <SearchBox label={t('templates.search')} value={filter.q} onSearch={(q) => narrow({ q }, true)} />
        <Select
          aria-label={t('templates.filter')}
          value={filter.category ?? 'all'}
          options={options}
          onChange={(value) => narrow({ category: value === 'all' ? null : value })}
          className="w-auto min-w-36"
        />
        <FolderFilter value={filter.folder} onChange={(folder) => narrow({ folder })} />
      </div>
      <div aria-busy={list.isFetching} className={list.isPlaceholderData ? 'opacity-60' : ''}>
        {list.isPending ? (
          <div className={grid}>
            {[0, 1, 2].map((index) => (
              <TemplateCardSkeleton key={index} />
            ))}
          </div>
        ) : null}
        <LoadingError query={list} />
        {nothing ? (
          <div className="rounded-lg border border-line bg-surface shadow-card">
            <Nothing
              filtered={filtered}
              onClear={() => narrow({ q: null, category: null, folder: null })}
              onCreate={onCreate}
            />
          </div>
        ) : null}
        {templates.length > 0 ? (
          <ul className={grid}>
            {templates.map((template) => (
              <TemplateCard
                key={template.id}
                template={template}
                onAct={(act) => setOpen({ act, template })}
              />
            ))}
          </ul>
        ) : null}
      </div>
      {list.data && (list.data.next !== null || address.page > 1) ? (
        <PageStrip
          text={t('templates.showing', {
            shown: templates.length,
            total: list.data.total ?? templates.length,
          })}
          address={address}
          next={list.data.next}
          busy={list.isPlaceholderData}
        />
      ) : null}
      {open?.act === 'use' ? (
        <UseTemplateDialog template={open.template} onClose={() => setOpen(null)} />
      ) : null}
      {open?.act === 'edit' ? (
        <EditTemplateDialog template={open.template} onClose={() => setOpen(null)} />
      ) : null}
      {open?.act === 'add-file' ? (
        <AddFileDialog template={open.template} onClose={() => setOpen(null)} />
      ) : null}
    </section>
  );
}

/** Shows the templates of a folder and its subfolders. Absent while the account has no folders. */
function FolderFilter({ value, onChange }: { value: string | null; onChange: (id: string | null) => void }) {
  const own = useDeferredTexts('templates');
  const { data: folders = [] } = useQuery(foldersQuery);
  if (!own || folders.length === 0) return null;
  const paths = folders.map(({ id }) => ({
    value: id,
    text: folderPath(folders, id)
      .map(({ name }) => name)
      .join(' / '),
  }));
  return (
    <Select
      aria-label={own('folders.filter')}
      value={folders.some(({ id }) => id === value) ? value! : 'all'}
      options={[{ value: 'all', text: own('folders.all') }, ...paths]}
      onChange={(id) => onChange(id === 'all' ? null : id)}
      className="w-auto max-w-full min-w-36"
    />
  );
}

function Nothing(props: { filtered: boolean; onClear: () => void; onCreate: () => void }) {
  const { t } = useTranslation();
  if (props.filtered) {
    return (
      <EmptyState
        icon={SearchX}
        title={t('templates.noneFound')}
        action={<Button onClick={props.onClear}>{t('templates.clear')}</Button>}
      >
        {t('templates.noneFoundText')}
      </EmptyState>
    );
  }
  const create = (
    <div className="flex flex-wrap justify-center gap-2">
      <Button look="primary" onClick={props.onCreate}>
        <Plus aria-hidden="true" />
        {t('templates.create')}
      </Button>
      <SampleButton />
    </div>
  );
  return (
    <EmptyState icon={LayoutTemplate} title={t('templates.none')} action={create}>
      {t('templates.noneText')}
    </EmptyState>
  );
}
