import { useQuery } from '@tanstack/react-query';
import {
  ChevronDown,
  ChevronUp,
  Folder,
  FolderInput,
  Lock,
  Pencil,
  SlidersHorizontal,
  Trash2,
} from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { FolderView } from '#contract/documents/library.ts';
import { currentUserQuery } from '../../api/account.ts';
import { changeFolder } from '../../api/library.ts';
import { folderType } from '../../documents/selection/drag-documents.ts';
import { MoveDialog } from '../../documents/dialogs/move-dialog.tsx';
import { NameDialog } from '../../parts/dialogs/name-dialog.tsx';
import { Button } from '../../parts/button.tsx';
import { wholeNumber } from '../../parts/format.ts';
import { isKept, useReopen } from '../../api/keep-typed.ts';
import { ActionsMenu, MenuItem, MenuLine } from '../../parts/dialogs/menu.tsx';
import { OneLine } from '../../parts/one-line.tsx';
import { useTranslation } from '../../words.ts';
import { PrivateSign } from '../../documents/private-sign.tsx';
import { useOthers } from '../../documents/sharing-item.tsx';
import { useDeferredTexts } from '../../api/later-words.ts';
import { lazyPart } from '../../parts/lazy-part.tsx';
import { FolderSharingDialog } from './folder-sharing-dialog.tsx';
import { DeleteFolderDialog } from './delete-folder-dialog.tsx';
import { DropPlace } from './drop-place.tsx';

const FolderDefaultsDialog = lazyPart(
  async () => (await import('../../documents/dialogs/defaults-dialog.tsx')).FolderDefaultsDialog,
);

type Props = {
  folders: readonly FolderView[];
  onDrop: Parameters<typeof DropPlace>[0]['onDrop'];
};

/** More folders than this would push the documents out of view. */
const few = 12;

/** The subfolders of the open folder. Documents and folders can be dropped on each of them. */
export function FolderList({ folders, onDrop }: Props) {
  const { t } = useTranslation();
  const [all, setAll] = useShowAll(folders);
  if (folders.length === 0) return null;
  const shown = all ? folders : folders.slice(0, few);
  return (
    <div className="border-t border-line px-4 py-2.5 sm:px-5 sm:py-3.5">
      <ul
        aria-label={t('library.folders')}
        className="flex gap-2.5 max-sm:-mx-4 max-sm:overflow-x-auto max-sm:px-4 sm:grid sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4"
      >
        {shown.map((folder) => (
          <li key={folder.id} className="max-w-[75%] max-sm:shrink-0 sm:max-w-none">
            <FolderCard folder={folder} onDrop={onDrop} />
          </li>
        ))}
      </ul>
      {folders.length > few ? (
        <Button look="quiet" size="small" className="mt-2.5" onClick={() => setAll(!all)}>
          {all ? <ChevronUp aria-hidden="true" /> : <ChevronDown aria-hidden="true" />}
          {all ? t('library.fewerFolders') : t('library.allFolders', { total: wholeNumber(folders.length) })}
        </Button>
      ) : null}
    </div>
  );
}

/** Shows all folders on request, when a folder is created, and when a rename is waiting to be restored. */
function useShowAll(folders: readonly FolderView[]): [boolean, (all: boolean) => void] {
  const [all, setAll] = useState(false);
  const before = useRef(0);
  useEffect(() => {
    const grew = before.current > 0 && folders.length > before.current;
    before.current = folders.length;
    if (grew || folders.some(({ id }) => isKept(formOf(id)))) setAll(true);
  }, [folders]);
  return [all, setAll];
}

const formOf = (folderId: string): string => `folder ${folderId}`;

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
          <span className="block text-xs text-muted tabular-nums max-sm:hidden">
            {t('library.documentCount', { count: folder.documentCount })}
          </span>
        </Link>
        {folder.privateTo === null ? null : <PrivateSign />}
        <FolderMenu folder={folder} />
      </div>
    </DropPlace>
  );
}

function FolderMenu({ folder }: { folder: FolderView }) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState<'rename' | 'move' | 'delete' | 'sharing' | 'defaults' | null>(null);
  const close = () => setAsking(null);
  const form = formOf(folder.id);
  useReopen(form, () => setAsking('rename'));
  return (
    <>
      <ActionsMenu name={t('library.folderActions', { name: folder.name })}>
        <MenuItem icon={Pencil} onSelect={() => setAsking('rename')}>
          {t('library.rename')}
        </MenuItem>
        <MenuItem icon={FolderInput} onSelect={() => setAsking('move')}>
          {t('library.moveTo')}
        </MenuItem>
        <SharingItem folder={folder} onAsk={() => setAsking('sharing')} />
        <DefaultsItem folder={folder} onAsk={() => setAsking('defaults')} />
        <MenuLine />
        <MenuItem icon={Trash2} danger onSelect={() => setAsking('delete')}>
          {t('library.deleteFolder')}
        </MenuItem>
      </ActionsMenu>
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
      {asking === 'sharing' ? <FolderSharingDialog folder={folder} onClose={close} /> : null}
      {asking === 'defaults' ? <FolderDefaultsDialog folder={folder} onClose={close} /> : null}
      {asking === 'delete' ? <DeleteFolderDialog folder={folder} onClose={close} /> : null}
    </>
  );
}

function DefaultsItem({ folder: { privateTo }, onAsk }: { folder: FolderView; onAsk: () => void }) {
  const say = useDeferredTexts('templates');
  const user = useQuery(currentUserQuery).data;
  const isOthers = privateTo !== null && privateTo !== user?.id && !user?.can.includes('team.manage');
  if (!say || isOthers || !user?.can.includes('folder.edit')) return null;
  return (
    <MenuItem icon={SlidersHorizontal} onSelect={onAsk}>
      {say('defaults.open')}
    </MenuItem>
  );
}

/** Only the owner of a private folder and the managers of the account can change who has access to it. */
function SharingItem({ folder, onAsk }: { folder: FolderView; onAsk: () => void }) {
  const { t } = useTranslation();
  const user = useQuery(currentUserQuery).data;
  const others = useOthers();
  const { privateTo } = folder;
  const mine = privateTo === null || privateTo === user?.id || user?.can.includes('team.manage') === true;
  if (!mine || (!others && privateTo === null)) return null;
  return (
    <MenuItem icon={Lock} onSelect={onAsk}>
      {t('sharing.open')}
    </MenuItem>
  );
}
