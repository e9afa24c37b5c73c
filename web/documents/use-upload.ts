import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { reasonOf } from '../api/request.ts';
import { uploadDocument, type Uploading } from '../api/upload-document.ts';
import { showToast } from '../parts/toast-store.ts';

/** Uploads, tells how it went, and goes to the new document. `progress` is 0 to 1, null while nothing is sent. */
export function useUpload(): { upload: (what: Uploading) => void; progress: number | null } {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [part, setPart] = useState(0);
  const sending = useMutation({
    mutationFn: (what: Uploading) => {
      setPart(0);
      return uploadDocument(what, setPart);
    },
    onSuccess: ({ id, title }) => {
      showToast({ title: t('upload.done'), description: t('upload.doneText', { title }) });
      void navigate(`/document/${id}`);
    },
    onError: (error) =>
      showToast({ title: t('upload.failed'), description: reasonOf(error) || undefined, look: 'danger' }),
  });
  return { upload: sending.mutate, progress: sending.isPending ? part : null };
}

/** 'Lease.pdf' becomes 'Lease'. */
export function titleFromFile(name: string): string {
  return name.replace(/\.[^.]+$/, '');
}
