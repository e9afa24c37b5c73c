import { useEffect, useState } from 'react';
import { openPdf, type PdfFile } from './open-pdf.ts';

export type PdfLoading =
  | { state: 'loading'; pdf: null }
  | { state: 'ready'; pdf: PdfFile }
  | { state: 'failed'; pdf: null; retry: () => void };

/** Keeps the PDF at `url` open while the component is mounted. Null waits for a URL. */
export function usePdf(url: string | null): PdfLoading {
  const [attempt, setAttempt] = useState(0);
  const [opened, setOpened] = useState<{ key: string; pdf: PdfFile | null } | null>(null);
  const key = `${url} ${attempt}`;
  useEffect(() => {
    if (url === null) return;
    const abort = new AbortController();
    const opening = openPdf(url, abort.signal);
    opening.then(
      (pdf) => abort.signal.aborted || setOpened({ key, pdf }),
      () => abort.signal.aborted || setOpened({ key, pdf: null }),
    );
    return () => {
      abort.abort();
      opening.then((pdf) => pdf.close()).catch(() => undefined);
    };
  }, [url, key]);
  if (opened?.key !== key) return { state: 'loading', pdf: null };
  if (opened.pdf) return { state: 'ready', pdf: opened.pdf };
  return { state: 'failed', pdf: null, retry: () => setAttempt((count) => count + 1) };
}
