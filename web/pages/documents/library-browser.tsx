import { useQuery, useMutation } from '@tanstack/react-query';
import { FolderOpen, FilePlus2, SearchX, Upload } from 'lucide-react';
import { Link } from 'react-router';
import type { DocumentSummary } from '#contract/documents/documents.ts';
import type { FolderView } from '#contract/documents/library.ts';
import { folderPath } from '#core/folder/folder.ts';
import { documentsQuery } from '../../api/documents.ts';
import { reasonOf } from '../../api/transport/request.ts';
import { DocumentTable, DocumentTableSkeleton } from '../../documents/document-table.tsx';
import { SampleButton } from '../../documents/upload/sample-button.tsx';
import { totalText } from '../../documents/total-text.ts';
import { useSelection, type Selection } from '../../documents/selection/use-selection.ts';
import { Button } from '../../parts/button.tsx';
import { PageStrip } from '../../parts/page-strip.tsx';
import { EmptyState, ErrorState } from '../../parts/states.tsx';
import { useNothing } from '../../parts/use-list-address.ts';
import { useTranslation } from '../../words.ts';
import { DocumentGrid, DocumentGridSkeleton } from './document-grid.tsx';
import { FolderCrumbs } from './folder-crumbs.tsx';
import { FolderList } from './folder-list.tsx';
import { LibraryToolbar } from './library-toolbar.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { ViewTabs } from './view-tabs.tsx';
import type { LibraryAddress } from './use-library-address.ts';
import type { DragEvent } from 'react';
import { changeFolder } from '../../api/library.ts';
import { documentsType, type Dropped } from '../../documents/selection/drag-documents.ts';
import { useMove } from '../../documents/use-move.ts';
import { failureToast } from '../../parts/dialogs/outcome-toast.ts';

const pageSize = 50;

type Props = { library: LibraryAddress; folders: readonly FolderView[] };

/** The contents of the open folder, or search results. Both come from the server. */
export function LibraryBrowser({ library, folders }: Props) {
  const { t } = useTranslation();
  const { address, q, filters, place, sort, searching, folder } = library;
  const list = useQuery(
    documentsQuery({ q, ...filters, ...place, sort, cursor: address.cursor, limit: pageSize }),
  );
  const documents = list.data?.documents ?? [];
  const nothing = useNothing(address, list, documents);
  const selection = useSelection(documents.map(({ id }) => id));
  const { onDrag, onDrop } = useDragAndDrop(selection);
  const inside = folders.filter(({ parentId }) => parentId === folder);
  const path = folderPath(folders, folder);
  return (
    <section
      aria-label={path.at(-1)?.name ?? t('documents.all')}
      className="rounded-lg border border-line bg-surface shadow-card"
    >
      <ViewTabs library={library} />
      <LibraryToolbar library={library} />
      {path.length > 0 ? <FolderCrumbs path={path} onDrop={onDrop} /> : null}
      {searching || address.page > 1 ? null : <FolderList folders={inside} onDrop={onDrop} />}
      <div aria-busy={list.isFetching} className={list.isPlaceholderData ? 'opacity-60' : ''}>
        {list.isPending ? <Loading library={library} /> : null}
        {list.isError ? (
          <ErrorState reason={reasonOf(list.error)} onRetry={() => void list.refetch()} />
        ) : null}
        {documents.length > 0 ? <Documents {...{ documents, library, selection, onDrag }} /> : null}
        {nothing ? <Nothing library={library} /> : null}
      </div>
      {list.data && documents.length > 0 ? (
        <PageStrip
          text={t('documents.showing', { shown: documents.length, total: totalText(list.data) })}
          address={address}
          next={list.data.next}
          busy={list.isPlaceholderData}
        />
      ) : null}
      <SelectionBar documents={documents} selection={selection} />
    </section>
  );
}

type DocumentsProps = {
  documents: readonly DocumentSummary[];
  library: LibraryAddress;
  selection: ReturnType<typeof useSelection>;
  onDrag: ReturnType<typeof useDragAndDrop>['onDrag'];
};

function Documents({ documents, library, selection, onDrag }: DocumentsProps) {
  const { layout, sort, setSort } = library;
  if (layout === 'grid') return <DocumentGrid documents={documents} selection={selection} onDrag={onDrag} />;
  return <DocumentTable documents={documents} library={{ selection, sort, onSort: setSort, onDrag }} />;
}

function Loading({ library: { layout } }: { library: LibraryAddress }) {
  return layout === 'grid' ? <DocumentGridSkeleton /> : <DocumentTableSkeleton />;
}

function Nothing({ library: { searching, clear, folder } }: { library: LibraryAddress }) {
  const { t } = useTranslation();
  const upload = (
    <Button asChild look="primary">
      <Link to={folder === null ? '/upload' : `/upload?folder=${folder}`}>
        <Upload aria-hidden="true" />
        {t('dashboard.upload')}
      </Link>
    </Button>
  );
  return (
    <div className="border-t border-line">
      {searching ? (
        <EmptyState
          icon={SearchX}
          title={t('documents.none')}
          action={<Button onClick={clear}>{t('documents.clear')}</Button>}
        >
          {t('documents.noneFiltered')}
        </EmptyState>
      ) : (
        <EmptyState
          icon={folder === null ? FilePlus2 : FolderOpen}
          title={t('documents.none')}
          action={
            folder === null ? (
              <div className="flex flex-wrap justify-center gap-2">
                {upload}
                <SampleButton />
              </div>
            ) : (
              upload
            )
          }
        >
          {folder === null ? t('documents.noneYet') : t('library.noneInFolder')}
        </EmptyState>
      )}
    </div>
  );
}

/**
 * Makes documents draggable, alone or as the whole selection, so that they and folders can be dropped on a
 * folder.
 */
function useDragAndDrop(selection: Selection) {
  const { t } = useTranslation();
  const { move } = useMove();
  const moveFolder = useMutation({
    mutationFn: ({ id, parentId }: { id: string; parentId: string | null }) => changeFolder(id, { parentId }),
    onError: failureToast(t('library.moveFailed')),
  });
  return {
    onDrag: ({ id }: DocumentSummary, { dataTransfer }: DragEvent) => {
      dataTransfer.setData(documentsType, (selection.has(id) ? selection.ids : [id]).join(','));
      dataTransfer.effectAllowed = 'move';
    },
    onDrop: (what: Dropped, folderId: string | null) => {
      if ('folder' in what) moveFolder.mutate({ id: what.folder, parentId: folderId });
      else void move(what.documents, folderId, selection.clear);
    },
  };
}
