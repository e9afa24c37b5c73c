import { useQuery } from '@tanstack/react-query';
import { Folder, UserRound, X } from 'lucide-react';
import { useEffect, useEffectEvent, useState, type SyntheticEvent } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { foldersQuery } from '../api/library.ts';
import { useContactToSendTo, type ContactToSendTo } from '../contacts/use-contact-to-send-to.ts';
import { FileDrop } from '../documents/upload/file-drop.tsx';
import { rejectionOf, claimPickedFile } from '../documents/upload/pick-document.ts';
import { rejectionTexts } from '../documents/upload/rejections.ts';
import { UploadProgress } from '../documents/upload/upload-progress.tsx';
import { titleFromFile, useUpload } from '../documents/upload/use-upload.ts';
import { Button } from '../parts/button.tsx';
import { InputField } from '../parts/forms/form-field.tsx';
import { useSavedInput } from '../api/keep-typed.ts';
import { PageHeader } from '../parts/page-header.tsx';
import { showToast } from '../kit/toast-store.ts';
import { LimitNotice } from '../plans/limit-notice.tsx';
import { useTranslation } from '../words.ts';
import { Skeleton } from '../parts/states.tsx';
import { Problem } from '../parts/problem.tsx';

/** The upload page. Without a title, the file name becomes the title (specification §5). */
export function UploadPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [file, setFile] = useState<File | null>(null);
  const [title, setTitle] = useState('');
  const recipient = useContactToSendTo();
  const { upload, progress, error } = useUpload(recipient.addTo);
  const folderId = useSearchParams()[0].get('folder');
  const { data: folders } = useQuery({ ...foldersQuery, enabled: folderId !== null });
  const folder = folders?.find(({ id }) => id === folderId);
  const uploading = progress !== null;
  useSavedInput('upload', () => title, setTitle);
  const choose = (chosen: File | null) => {
    setFile(chosen);
    if (chosen && title.trim() === '') setTitle(titleFromFile(chosen.name));
  };
  // The file was chosen on the previous page, so it is uploaded immediately. The title can be changed in the
  // editor.
  const begin = useEffectEvent((picked: File) => {
    const errors = rejectionOf(picked);
    if (errors.length > 0) {
      const description = rejectionTexts(t, [{ errors }]).join(' ');
      return showToast({ title: t('upload.rejected'), description, look: 'danger' });
    }
    choose(picked);
    upload({ file: picked, title: titleFromFile(picked.name), folderId });
  });
  useEffect(() => {
    void claimPickedFile()?.then((picked) => picked && begin(picked));
  }, []);
  /** Handles both the button and Enter in the title, because a disabled button would suppress Enter. */
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!file) {
      return showToast({ title: t('upload.noFile'), description: t('upload.noFileText'), look: 'danger' });
    }
    upload({ file, title: title.trim() || titleFromFile(file.name), folderId });
  };
  return (
    <div className="mx-auto flex max-w-2xl flex-col gap-6">
      <PageHeader title={t('upload.title')} about={t('upload.about')} />
      <form
        className="flex flex-col gap-5 rounded-lg border border-line bg-surface p-5 shadow-card sm:p-6"
        onSubmit={submit}
        noValidate
      >
        {folder ? (
          <p className="flex items-center gap-2 text-muted">
            <Folder aria-hidden="true" className="size-4 shrink-0" />
            {t('library.uploadInto', { folder: folder.name })}
          </p>
        ) : null}
        <ForContact recipient={recipient} disabled={uploading} />
        <FileDrop file={file} onFile={choose} disabled={uploading} />
        <InputField
          label={t('upload.pageTitle')}
          hint={t('upload.pageTitleHint')}
          value={title}
          maxLength={200}
          disabled={uploading}
          onChange={(event) => setTitle(event.target.value)}
          onKeyDown={(event) => event.key === 'Enter' && submit(event)}
        />
        <LimitNotice error={error} />
        {uploading ? <UploadProgress progress={progress} /> : null}
        <div className="flex justify-end gap-2">
          <Button disabled={uploading} onClick={() => void navigate('/dashboard')}>
            {t('upload.cancel')}
          </Button>
          <Button look="primary" type="submit" disabled={uploading || recipient.loading}>
            {t('upload.submit')}
          </Button>
        </div>
      </form>
    </div>
  );
}

/** Names the recipient if the member came here from a contact. */
function ForContact({ recipient, disabled }: { recipient: ContactToSendTo; disabled: boolean }) {
  const { t } = useTranslation();
  const { contact, loading, problem, forget } = recipient;
  if (loading) return <Skeleton className="h-14" />;
  if (problem) {
    return <Problem>{problem}</Problem>;
  }
  if (!contact) return null;
  return (
    <div className="flex items-center gap-3 rounded-md bg-ink-soft px-3.5 py-2">
      <UserRound aria-hidden="true" className="size-5 shrink-0 text-ink" />
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">
          {t('contacts.forUpload', { name: contact.name || contact.email })}
        </p>
        <p className="text-xs break-words text-muted">
          {t('contacts.forUploadText', { email: contact.email })}
        </p>
      </div>
      <Button
        look="quiet"
        size="icon"
        aria-label={t('contacts.forNobody')}
        disabled={disabled}
        onClick={forget}
      >
        <X aria-hidden="true" />
      </Button>
    </div>
  );
}
