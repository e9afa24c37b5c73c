import { Ellipsis, Folder, FolderInput, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { FolderView } from '#contract/library.ts';
import { changeFolder } from '../../api/library.ts';
import { folderType } from '../../documents/drag-documents.ts';
import { MoveDialog } from '../../documents/move-dialog.tsx';
import { NameDialog } from '../../documents/name-dialog.tsx';
import { Button } from '../../parts/button.tsx';
import { useReopen } from '../../parts/keep-typed.ts';
import { Menu, MenuItem, MenuLine } from '../../parts/menu.tsx';
import { OneLine } from '../../parts/one-line.tsx';
import { DeleteFolderDialog } from './delete-folder-dialog.tsx';
import { DropPlace } from './drop-place.tsx';

type Props = {
  folders: readonly FolderView[];
  onDrop: Parameters<typeof DropPlace>[0]['onDrop'];
};

/** The folders that lie in the open one; each takes what is dropped on it. */
export function FolderList({ folders, onDrop }: Props) {
  const { t } = useTranslation();
  if (folders.length === 0) return null;
  return (
    <ul
      aria-label={t('library.folders')}
      className="grid grid-cols-1 gap-2.5 border-t border-line px-4 py-3.5 sm:grid-cols-2 sm:px-5 lg:grid-cols-3 xl:grid-cols-4"
    >
      {folders.map((folder) => (
        <li key={folder.id}>
          <FolderCard folder={folder} onDrop={onDrop} />
        </li>
      ))}
    </ul>
  );
}

function FolderCard({ folder, onDrop }: { folder: FolderView; onDrop: Props['onDrop'] }) {
  const { t } = useTranslation();
  return (
    <DropPlace folderId={folder.id} onDrop={onDrop} className="rounded-md border border-line bg-surface">
      <div
        draggable
        onDragStart={(event) => {
          event.dataTransfer.setData(folderType, folder.id);
          event.dataTransfer.effectAllowed = 'move';
        }}
        className="flex items-center gap-2.5 rounded-md py-1.5 ps-3 pe-1 hover:bg-sunken/60"
      >
        <Folder aria-hidden="true" className="size-5 shrink-0 fill-ink-soft stroke-[1.5] text-ink" />
        <Link
          to={`/documents?folder=${folder.id}`}
          className="min-w-0 flex-1 rounded-sm py-1"
          draggable={false}
        >
          <OneLine className="font-medium hover:underline">{folder.name}</OneLine>
          <span className="block text-xs text-muted tabular-nums">
            {t('library.documentCount', { count: folder.documentCount })}
          </span>
        </Link>
        <FolderMenu folder={folder} />
      </div>
    </DropPlace>
  );
}

function FolderMenu({ folder }: { folder: FolderView }) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState<'rename' | 'move' | 'delete' | null>(null);
  const close = () => setAsking(null);
  const form = `folder ${folder.id}`;
  useReopen(form, () => setAsking('rename'));
  return (
    <>
      <Menu
        trigger={
          <Button look="quiet" size="icon" aria-label={t('library.folderActions', { name: folder.name })}>
            <Ellipsis aria-hidden="true" />
          </Button>
        }
      >
        <MenuItem icon={Pencil} onSelect={() => setAsking('rename')}>
          {t('library.rename')}
        </MenuItem>
        <MenuItem icon={FolderInput} onSelect={() => setAsking('move')}>
          {t('library.moveTo')}
        </MenuItem>
        <MenuLine />
        <MenuItem icon={Trash2} danger onSelect={() => setAsking('delete')}>
          {t('library.deleteFolder')}
        </MenuItem>
      </Menu>
      {asking === 'rename' ? (
        <NameDialog
          form={form}
          title={t('library.renameTitle', { title: folder.name })}
          label={t('library.folderName')}
          value={folder.name}
          action={t('library.rename')}
          maxLength={100}
          missing={t('library.folderNameMissing')}
          onSave={(name) => changeFolder(folder.id, { name })}
          onClose={close}
        />
      ) : null}
      {asking === 'move' ? <MoveDialog what={{ folder }} onClose={close} /> : null}
      {asking === 'delete' ? <DeleteFolderDialog folder={folder} onClose={close} /> : null}
    </>
  );
}
