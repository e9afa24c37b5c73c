import { useMutation, useQuery } from '@tanstack/react-query';
import { BookmarkPlus, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { MAX_VIEWS, viewParameters, type SavedView } from '#core/preference/preferences.ts';
import { waitingForYouQuery } from '../../api/for-you.ts';
import { preferencesQuery, savePreferences } from '../../api/preferences.ts';
import { queryClient } from '../../api/transport/query-client.ts';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { classNames } from '../../parts/class-names.ts';
import { ActionsMenu, MenuItem } from '../../parts/dialogs/menu.tsx';
import { NameDialog } from '../../parts/dialogs/name-dialog.tsx';
import { failureToast } from '../../parts/dialogs/outcome-toast.ts';
import { useTranslation } from '../../words.ts';
import type { LibraryAddress } from './use-library-address.ts';

type Filter = SavedView['filter'];

const builtIn = [
  { key: 'all', filter: {} },
  { key: 'others', filter: { due: 'others' } },
  { key: 'soon', filter: { due: 'soon' } },
  { key: 'declined', filter: { status: 'declined' } },
] as const satisfies { key: string; filter: Filter }[];

/**
 * The built-in views of the list and the member's own views. The current filters can be saved as a new view.
 */
export function ViewTabs({ library }: { library: LibraryAddress }) {
  const { t } = useTranslation();
  const { data: preferences } = useQuery(preferencesQuery);
  const { data: mine } = useQuery({ ...waitingForYouQuery, enabled: false });
  const views = preferences?.views ?? [];
  const current = filterIn(library.address.query);
  const own = views.find(({ filter }) => isSame(filter, current));
  const isKnown = own !== undefined || builtIn.some(({ filter }) => isSame(filter, current));
  return (
    <div className="flex items-center gap-1 border-b border-line pe-2">
      <nav aria-label={t('views.title')} className="flex min-w-0 gap-1 overflow-x-auto px-3 sm:px-4">
        {builtIn.map(({ key, filter }) => (
          <Tab key={key} filter={filter} isCurrent={isSame(filter, current)} text={t(`views.${key}`)} />
        ))}
        <Link to="/for-you" className={tabStyle(false)}>
          {t('shell.forYou')}
          {mine && mine.waiting > 0 ? <Badge tone="ink">{mine.waiting}</Badge> : null}
        </Link>
        {views.map((view) => (
          <Tab key={view.name} filter={view.filter} isCurrent={view === own} text={view.name} />
        ))}
      </nav>
      {own ? <OwnViewMenu view={own} /> : null}
      {!isKnown && library.searching && views.length < MAX_VIEWS ? <SaveView filter={current} /> : null}
    </div>
  );
}

function Tab({ filter, isCurrent, text }: { filter: Filter; isCurrent: boolean; text: string }) {
  const query = new URLSearchParams(filter).toString();
  return (
    <Link
      to={query === '' ? '/documents' : `/documents?${query}`}
      aria-current={isCurrent ? 'page' : undefined}
      className={tabStyle(isCurrent)}
    >
      <bdi className="max-w-48 truncate">{text}</bdi>
    </Link>
  );
}

const tabStyle = (isCurrent: boolean) =>
  classNames(
    '-mb-px flex min-h-11 shrink-0 items-center gap-2 border-b-2 px-2 font-medium',
    isCurrent ? 'border-ink text-ink' : 'border-transparent text-muted hover:text-text',
  );

function SaveView({ filter }: { filter: Filter }) {
  const { t } = useTranslation();
  const [naming, setNaming] = useState(false);
  const save = useMutation(savePreferences);
  return (
    <>
      <Button look="quiet" size="small" className="ms-auto" onClick={() => setNaming(true)}>
        <BookmarkPlus aria-hidden="true" />
        <span className="max-sm:sr-only">{t('views.save')}</span>
      </Button>
      {naming ? (
        <NameDialog
          form="view"
          title={t('views.save')}
          label={t('views.name')}
          value=""
          action={t('views.save')}
          maxLength={60}
          missing={t('views.nameMissing')}
          onSave={async (name) =>
            save.mutateAsync({
              views: [...(await savedViews()).filter((one) => one.name !== name), { name, filter }],
            })
          }
          onClose={() => setNaming(false)}
        />
      ) : null}
    </>
  );
}

function OwnViewMenu({ view }: { view: SavedView }) {
  const { t } = useTranslation();
  const [naming, setNaming] = useState(false);
  const save = useMutation({ ...savePreferences, onError: failureToast(t('manage.failed')) });
  const change = async (next: (views: readonly SavedView[]) => SavedView[]) =>
    save.mutateAsync({ views: next(await savedViews()) });
  return (
    <>
      <ActionsMenu name={t('views.actionsFor', { name: view.name })} className="ms-auto">
        <MenuItem icon={Pencil} onSelect={() => setNaming(true)}>
          {t('library.rename')}
        </MenuItem>
        <MenuItem
          icon={Trash2}
          danger
          onSelect={() =>
            void change((views) => views.filter(({ name }) => name !== view.name)).catch(() => undefined)
          }
        >
          {t('views.delete')}
        </MenuItem>
      </ActionsMenu>
      {naming ? (
        <NameDialog
          form={`view ${view.name}`}
          title={t('library.renameTitle', { title: view.name })}
          label={t('views.name')}
          value={view.name}
          action={t('library.rename')}
          maxLength={60}
          missing={t('views.nameMissing')}
          onSave={(name) =>
            change((views) =>
              views
                .filter((one) => one.name === view.name || one.name !== name)
                .map((one) => (one.name === view.name ? { ...one, name } : one)),
            )
          }
          onClose={() => setNaming(false)}
        />
      ) : null}
    </>
  );
}

/** Reads the current views, because another tab or device may have changed them. */
async function savedViews(): Promise<SavedView[]> {
  return (await queryClient.fetchQuery({ ...preferencesQuery, staleTime: 0 }))?.views ?? [];
}

function filterIn(query: URLSearchParams): Filter {
  return Object.fromEntries(
    viewParameters.flatMap((name) => {
      const value = query.get(name);
      return value ? [[name, value]] : [];
    }),
  );
}

const isSame = (one: Filter, other: Filter): boolean =>
  viewParameters.every((name) => one[name] === other[name]);
