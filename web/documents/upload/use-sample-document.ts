import { useState } from 'react';
import { showToast } from '../../kit/toast-store.ts';
import { useTranslation } from '../../words.ts';
import { useUpload } from './use-upload.ts';

/** The sample employment agreement in the client is an ordinary file with real pages and blanks. */
const address = '/sample-employment-agreement.pdf';

/** Uploads the sample agreement and opens it. `progress` as in useUpload. */
export function useSampleDocument(): { open: () => void; progress: number | null } {
  const { t } = useTranslation();
  const { upload, progress } = useUpload();
  const [fetching, setFetching] = useState(false);
  const open = async () => {
    setFetching(true);
    try {
      upload({ file: await fetchSample(), title: t('upload.sampleTitle') });
    } catch {
      showToast({ title: t('upload.failed'), description: t('upload.sampleMissing'), look: 'danger' });
    } finally {
      setFetching(false);
    }
  };
  return { open: () => void open(), progress: progress ?? (fetching ? 0 : null) };
}

async function fetchSample(): Promise<File> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${answer.status}`);
  return new File([await answer.blob()], 'Sample employment agreement.pdf', { type: 'application/pdf' });
}
