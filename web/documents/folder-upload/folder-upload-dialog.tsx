import { useMemo, useRef, useState } from 'react';
import type { FolderView } from '#contract/documents/library.ts';
import { folderPath } from '#core/folder/folder.ts';
import { useDeferredTexts } from '../../api/later-words.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialogs/dialog.tsx';
import { fileSize } from '../../parts/format.ts';
import { useTranslation } from '../../words.ts';
import { planUpload, type FoundFile } from './plan-upload.ts';
import { runUpload, type UploadState } from './run-upload.ts';
import { SkippedList, UploadOutcome } from './upload-outcome.tsx';

type Props = {
  found: readonly FoundFile[];
  folders: readonly FolderView[];
  /** The target folder; null is the top level. */
  folderId: string | null;
  onClose: () => void;
};

/**
 * Shows which files of a selected folder will become documents, uploads them with progress, and shows the
 * result.
 */
export function FolderUploadDialog({ found, folders, folderId, onClose }: Props) {
  const { t } = useTranslation();
  const later = useDeferredTexts('file-notes');
  const [state, setState] = useState<UploadState | null>(null);
  const stop = useRef(new AbortController());
  const path = folderPath(folders, folderId);
  const plan = useMemo(() => planUpload(found, path.length), [found, path.length]);
  const running = state?.phase === 'running';
  const into = path.at(-1)?.name ?? t('documents.all');
  const start = () => void runUpload(plan, { folderId, folders }, stop.current.signal, setState);
  if (!later) return null;
  return (
    <Dialog
      open
      onClose={onClose}
      locked={running}
      title={later('library.uploadTitle', { folder: into })}
      footer={
        state ? (
          <Button
            look={running ? 'plain' : 'primary'}
            onClick={() => (running ? stop.current.abort() : onClose())}
          >
            {running ? t('upload.cancel') : later('library.close')}
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>{t('upload.cancel')}</Button>
            <Button look="primary" disabled={plan.uploads.length === 0} onClick={start}>
              {later('library.uploadCount', { count: plan.uploads.length })}
            </Button>
          </>
        )
      }
    >
      {state ? (
        <UploadOutcome state={state} later={later} />
      ) : (
        <p>
          {plan.uploads.length === 0
            ? later('library.nothingToUpload')
            : later('library.willUpload', { count: plan.uploads.length, size: fileSize(plan.bytes) })}
        </p>
      )}
      <SkippedList skipped={plan.skipped} later={later} />
    </Dialog>
  );
}
