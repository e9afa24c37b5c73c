import { useQuery } from '@tanstack/react-query';
import { FolderPlus, FolderUp, FolderX, Trash2, Upload } from 'lucide-react';
import { useRef, useState, type DragEvent } from 'react';
import { Link } from 'react-router';
import { createFolder, foldersQuery } from '../../api/library.ts';
import { carriesFiles } from '../../documents/selection/drag-documents.ts';
import { filesOfDrop, filesOfInput } from '../../documents/folder-upload/find-files.ts';
import { FolderUploadDialog } from '../../documents/folder-upload/folder-upload-dialog.tsx';
import type { FoundFile } from '../../documents/folder-upload/plan-upload.ts';
import { NameDialog } from '../../parts/dialogs/name-dialog.tsx';
import { Button } from '../../parts/button.tsx';
import { classNames } from '../../parts/class-names.ts';
import { useReopen } from '../../api/keep-typed.ts';
import { PageHeader } from '../../parts/page-header.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { useTranslation } from '../../words.ts';
import { LibraryBrowser } from './library-browser.tsx';
import { useLibraryAddress } from './use-library-address.ts';

/** The library: folders, documents, and the ways to upload more. */
export function DocumentsPage() {
  const { t } = useTranslation();
  const library = useLibraryAddress();
  const { data: folders } = useQuery(foldersQuery);
  const [found, setFound] = useState<FoundFile[] | null>(null);
  const { folder } = library;
  const open = folders?.find(({ id }) => id === folder);
  return (
    <FileDropArea onFound={setFound}>
      <PageHeader
        title={open?.name ?? t('documents.all')}
        {...(open ? {} : { about: t('documents.allAbout') })}
        action={<Actions folder={folder} onFound={setFound} />}
      />
      {folder !== null && folders && !open ? (
        <EmptyState
          icon={FolderX}
          title={t('library.folderGone')}
          action={
            <Button asChild>
              <Link to="/documents">{t('library.backToTop')}</Link>
            </Button>
          }
        >
          {t('library.folderGoneText')}
        </EmptyState>
      ) : (
        <LibraryBrowser key={folder} library={library} folders={folders ?? []} />
      )}
      {found && folders ? (
        <FolderUploadDialog
          found={found}
          folders={folders}
          folderId={folder}
          onClose={() => setFound(null)}
        />
      ) : null}
    </FileDropArea>
  );
}

type ActionsProps = { folder: string | null; onFound: (found: FoundFile[]) => void };

function Actions({ folder, onFound }: ActionsProps) {
  const { t } = useTranslation();
  const [naming, setNaming] = useState(false);
  const form = `folder in ${folder}`;
  useReopen(form, () => setNaming(true));
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <div className="flex flex-wrap gap-2 max-sm:w-full">
      <Button asChild look="quiet">
        <Link to="/documents/bin">
          <Trash2 aria-hidden="true" />
          <span className="max-sm:sr-only">{t('library.bin')}</span>
        </Link>
      </Button>
      <Button onClick={() => setNaming(true)}>
        <FolderPlus aria-hidden="true" />
        <span className="max-sm:sr-only">{t('library.newFolder')}</span>
      </Button>
      <input
        ref={chooser}
        type="file"
        multiple
        // The types do not know this attribute, and React drops unknown attributes whose value is `true`
        // instead of a string.
        {...{ webkitdirectory: '' }}
        aria-label={t('library.folderToUpload')}
        hidden
        onChange={({ target }) => {
          if (target.files?.length) onFound(filesOfInput(target.files));
          target.value = '';
        }}
      />
      <Button onClick={() => chooser.current?.click()}>
        <FolderUp aria-hidden="true" />
        <span className="max-sm:sr-only">{t('library.uploadFolder')}</span>
      </Button>
      <Button asChild look="primary" className="max-sm:flex-1">
        <Link to={folder === null ? '/upload' : `/upload?folder=${folder}`}>
          <Upload aria-hidden="true" />
          {t('dashboard.upload')}
        </Link>
      </Button>
      {naming ? (
        <NameDialog
          form={form}
          title={t('library.newFolder')}
          label={t('library.folderName')}
          value=""
          action={t('library.createFolder')}
          maxLength={100}
          missing={t('library.folderNameMissing')}
          onSave={(name) => createFolder(name, folder)}
          onClose={() => setNaming(false)}
        />
      ) : null}
    </div>
  );
}

type DropProps = { onFound: (found: FoundFile[]) => void; children: React.ReactNode };

/** The whole page accepts files and folders that are dropped from outside the browser. */
function FileDropArea({ onFound, children }: DropProps) {
  const { t } = useTranslation();
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    setOver(false);
    if (!carriesFiles(event)) return;
    event.preventDefault();
    void filesOfDrop(event.dataTransfer.items).then((found) => found.length > 0 && onFound(found));
  };
  return (
    <div
      onDragOver={(event) => {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => event.currentTarget.contains(event.relatedTarget as Node) || setOver(false)}
      onDrop={drop}
      className={classNames(
        'flex flex-col gap-6 rounded-lg',
        over && 'outline-2 outline-offset-8 outline-ink',
      )}
    >
      {children}
      {over ? (
        <p
          aria-hidden="true"
          className="pointer-events-none fixed inset-x-0 bottom-6 z-30 mx-auto w-fit rounded-lg bg-ink px-4 py-2 font-medium text-on-ink shadow-lift"
        >
          {t('library.dropNow')}
        </p>
      ) : null}
    </div>
  );
}
