import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { DocumentDetail } from '#contract/documents.ts';
import { reasonOf, RequestError } from '../api/request.ts';
import { uploadDocument, type Uploading } from '../api/upload-document.ts';
import { showToast, type ToastMessage } from '../kit/toast-store.ts';
import { useWords } from '../words.ts';

type Toast = Pick<ToastMessage, 'title' | 'description' | 'look'>;

/**
 * Uploads, tells how it went, and goes to the new document. `progress` is 0 to 1, null while nothing is sent.
 * `prepare` may write into the new draft first; what it answers is said instead of the success, and the document
 * is opened all the same.
 */
export function useUpload(prepare?: (draft: DocumentDetail) => Promise<Toast | undefined>): {
  /** `then` is called where the page is still there afterwards. */
  upload: (what: Uploading, then?: { onSuccess: () => void }) => void;
  progress: number | null;
  /** Why the last one failed, until the next one begins. */
  error: Error | null;
} {
  const { t } = useWords();
  const navigate = useNavigate();
  // Going back leads to the page, and not to its dialog once more.
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
      // It is under way until the editor is there: whoever could press again meanwhile would upload a second time.
      await navigate(`/document/${id}`, { replace: fromDialog });
    },
    onError: (error) => {
      // An empty answer has no words to show: then only that it failed (specification §8).
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
