import { LayoutGrid, List, SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { documentSorts } from '#core/document/status.ts';
import { Button } from '../../parts/button.tsx';
import { classNames } from '../../parts/class-names.ts';
import { SearchBox } from '../../parts/forms/search-box.tsx';
import { Select } from '../../parts/forms/select.tsx';
import { useTranslation } from '../../words.ts';
import { FilterPanel } from './filter-panel.tsx';
import type { LibraryAddress } from './use-library-address.ts';

/** Search, filters, sort order and layout of the library. */
export function LibraryToolbar({ library }: { library: LibraryAddress }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(library.filterCount > 0);
  const { q, filterCount, searching, everywhere, folder, layout } = library;
  return (
    <div className="flex flex-col gap-3 px-4 py-3.5 sm:px-5">
      <div className="flex flex-wrap items-center gap-2.5">
        <SearchBox
          label={t('documents.search')}
          value={q}
          onSearch={library.search}
          className="max-sm:min-w-0 max-[22rem]:basis-full sm:max-w-80"
        />
        <Button
          aria-expanded={open}
          aria-controls="library-filters"
          onClick={() => setOpen(!open)}
          className={filterCount > 0 ? 'border-ink text-ink' : ''}
        >
          <SlidersHorizontal aria-hidden="true" />
          {/* On phones all controls are in one row, and the sort order is in the panel. */}
          <span className="max-sm:sr-only">
            {filterCount > 0 ? t('library.filterCount', { count: filterCount }) : t('library.filter')}
          </span>
        </Button>
        <div className="ms-auto max-sm:hidden">
          <Sort library={library} className="w-auto min-w-36" />
        </div>
        <div role="group" aria-label={t('library.layout')} className="flex">
          {(['list', 'grid'] as const).map((each) => (
            <Button
              key={each}
              size="icon"
              aria-label={t(`library.layoutAs.${each}`)}
              aria-pressed={layout === each}
              onClick={() => library.setLayout(each)}
              className={classNames(
                each === 'list' ? 'rounded-e-none' : '-ms-px rounded-s-none pointer-coarse:w-[45px]',
                layout === each && 'z-10 border-ink bg-ink-soft text-ink',
              )}
            >
              {each === 'list' ? <List aria-hidden="true" /> : <LayoutGrid aria-hidden="true" />}
            </Button>
          ))}
        </div>
      </div>
      <div id="library-filters" hidden={!open}>
        {open ? (
          <div className="flex flex-col gap-3">
            <div className="sm:hidden">
              <Sort library={library} />
            </div>
            <FilterPanel library={library} />
          </div>
        ) : null}
      </div>
      {searching && folder !== null ? (
        <div role="group" aria-label={t('library.scope')} className="flex items-center gap-1">
          {[false, true].map((all) => (
            <Button
              key={String(all)}
              size="small"
              look={everywhere === all ? 'plain' : 'quiet'}
              aria-pressed={everywhere === all}
              onClick={() => library.setEverywhere(all)}
            >
              {all ? t('library.everywhere') : t('library.thisFolder')}
            </Button>
          ))}
        </div>
      ) : null}
    </div>
  );
}

function Sort({ library, className }: { library: LibraryAddress; className?: string }) {
  const { t } = useTranslation();
  return (
    <Select
      aria-label={t('library.sort')}
      value={library.sort}
      options={documentSorts.map((value) => ({ value, text: t(`library.sortBy.${value}`) }))}
      onChange={library.setSort}
      {...(className ? { className } : {})}
    />
  );
}
