import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { DocumentDetail } from '#contract/documents/documents.ts';
import { reasonOf, RequestError } from '../../api/transport/request.ts';
import { uploadDocument, type Uploading } from '../../api/files/upload-document.ts';
import { showToast, type ToastMessage } from '../../kit/toast-store.ts';
import { useTranslation } from '../../words.ts';

type Toast = Pick<ToastMessage, 'title' | 'description' | 'look'>;

/**
 * Uploads a file, reports the result and opens the new document. `progress` is 0 to 1, or null while nothing
 * is being sent. `prepare` may modify the new draft first. The message it returns replaces the success
 * message, and the document opens in any case.
 */
export function useUpload(prepare?: (draft: DocumentDetail) => Promise<Toast | undefined>): {
  /** `then` is called after the upload if the page is still open. */
  upload: (what: Uploading, then?: { onSuccess: () => void }) => void;
  progress: number | null;
  /** Why the last upload failed. It is reset when the next one begins. */
  error: Error | null;
} {
  const { t } = useTranslation();
  const navigate = useNavigate();
  // The back button returns to the page without reopening its dialog.
  const fromDialog = useSearchParams()[0].has('dialog');
  const [part, setPart] = useState(0);
  const sending = useMutation({
    mutationFn: async (what: Uploading) => {
      setPart(0);
      const draft = await uploadDocument(what, setPart);
      return { draft, problem: prepare ? await prepare(draft) : undefined };
    },
    onSuccess: async ({ draft: { id, title }, problem }) => {
      showToast(problem ?? { title: t('upload.done'), description: t('upload.doneText', { title }) });
      // Busy until the editor is shown, because otherwise a second click would upload the file again.
      await navigate(`/document/${id}`, { replace: fromDialog });
    },
    onError: (error) => {
      // An empty response contains no text, so only the failure is reported (specification §8).
      const reason = error instanceof RequestError ? error.detail : reasonOf(error);
      showToast({ title: t('upload.failed'), description: reason || undefined, look: 'danger' });
    },
  });
  return { upload: sending.mutate, progress: sending.isPending ? part : null, error: sending.error };
}

/** 'Lease.pdf' becomes 'Lease'. */
export function titleFromFile(name: string): string {
  return name.replace(/\.[^.]+$/, '');
}
