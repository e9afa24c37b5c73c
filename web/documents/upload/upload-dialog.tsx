import { useState, type SyntheticEvent } from 'react';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialogs/dialog.tsx';
import { InputField } from '../../parts/forms/form-field.tsx';
import { useSavedInput } from '../../api/keep-typed.ts';
import { showToast } from '../../kit/toast-store.ts';
import { LimitNotice } from '../../plans/limit-notice.tsx';
import { useTranslation } from '../../words.ts';
import { FileDrop } from './file-drop.tsx';
import { UploadProgress } from './upload-progress.tsx';
import { titleFromFile, useUpload } from './use-upload.ts';

/**
 * The upload dialog of the dashboard. A file and a title are required, and the dialog cannot be closed while
 * uploading.
 */
export function UploadDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const [file, setFile] = useState<File | null>(null);
  const [title, setTitle] = useState('');
  const { upload, progress, error } = useUpload();
  const uploading = progress !== null;
  useSavedInput('upload', () => title, setTitle);
  const choose = (chosen: File | null) => {
    setFile(chosen);
    if (chosen && title.trim() === '') setTitle(titleFromFile(chosen.name));
  };
  const clear = () => {
    setFile(null);
    setTitle('');
  };
  /** Handles both the button and Enter in the title, because a disabled button would suppress Enter. */
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!file) {
      return showToast({ title: t('upload.noFile'), description: t('upload.noFileText'), look: 'danger' });
    }
    if (title.trim() === '') {
      return showToast({ title: t('upload.noTitle'), description: t('upload.noTitleText'), look: 'danger' });
    }
    upload({ file, title: title.trim() }, { onSuccess: clear });
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      locked={uploading}
      title={t('upload.title')}
      description={t('upload.about')}
      footer={
        <>
          <Button onClick={onClose} disabled={uploading}>
            {t('upload.cancel')}
          </Button>
          <Button
            look="primary"
            type="submit"
            form="upload-dialog"
            disabled={uploading || !file || title.trim() === ''}
          >
            {t('upload.submit')}
          </Button>
        </>
      }
    >
      <form id="upload-dialog" className="flex flex-col gap-4" onSubmit={submit} noValidate>
        <FileDrop file={file} onFile={choose} disabled={uploading} />
        <InputField
          label={t('upload.dialogTitle')}
          value={title}
          maxLength={200}
          disabled={uploading}
          onChange={(event) => setTitle(event.target.value)}
          onKeyDown={(event) => event.key === 'Enter' && submit(event)}
        />
        <LimitNotice error={error} />
        {uploading ? <UploadProgress progress={progress} /> : null}
      </form>
    </Dialog>
  );
}
