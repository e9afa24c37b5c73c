import { useNavigate } from 'react-router';
import { duplicateDocument } from '../api/library.ts';
import { reasonOf } from '../api/transport/request.ts';
import { showToast } from '../kit/toast-store.ts';
import { useLimitAction } from '../plans/limit-notice.tsx';
import { useTranslation } from '../words.ts';

/** Creates a draft with the same pages, recipients and fields, and offers to open it. */
export function useDuplicate(id: string): () => Promise<void> {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const wayOut = useLimitAction();
  return () =>
    duplicateDocument(id).then(
      (copy) =>
        showToast({
          title: t('library.duplicated'),
          description: copy.title,
          action: { text: t('library.open'), onSelect: () => void navigate(`/document/${copy.id}`) },
        }),
      (error: unknown) =>
        showToast({
          title: t('library.duplicateFailed'),
          description: reasonOf(error),
          look: 'danger',
          ...wayOut(error),
        }),
    );
}
