import { useEffect, useRef, useState } from 'react';
import { addressOf } from '#contract/address.ts';
import { documentPaths } from '#contract/paths.ts';
import type { DocumentDetail, PageSize } from '#contract/documents/documents.ts';
import { PlacedFields } from '../parts/field/placed-fields.tsx';
import type { PdfFile } from '../kit/pdf/open-pdf.ts';
import { PageList } from '../kit/pdf/page-list.tsx';
import { usePdf } from '../kit/pdf/use-pdf.ts';
import { useZoom } from '../parts/use-zoom.ts';
import { ErrorState } from '../parts/states.tsx';
import { useTranslation } from '../words.ts';

/**
 * The pages of a sent document with the fields of all recipients. After completion, the pages of the sealed
 * file, with its signatures and certificate.
 */
export function DocumentPages({ document }: { document: DocumentDetail }) {
  const { t } = useTranslation();
  const scroller = useRef<HTMLElement>(null);
  const sealed = document.status === 'completed';
  const loading = usePdf(
    sealed ? addressOf(documentPaths.downloadDocument, { params: { id: document.id } }) : document.fileUrl,
  );
  const sealedPages = usePageSizes(sealed ? loading.pdf : null);
  const pages = sealedPages ?? document.pages;
  const { scale } = useZoom(scroller, pages, 20);
  return (
    <main
      ref={scroller}
      aria-label={t('editor.pages')}
      tabIndex={0}
      className="min-w-0 flex-1 bg-(--desk) px-3 py-5 lg:overflow-auto lg:px-5"
    >
      {loading.state === 'failed' ? (
        <ErrorState reason={t('document.pagesFailed')} onRetry={loading.retry} />
      ) : (
        <PageList
          pdf={loading.pdf}
          pages={pages}
          scale={scale}
          withText
          failed={(again) => <ErrorState reason={t('document.pageFailed')} onRetry={again} />}
          pageName={(page, count) => t('editor.pageName', { page, count })}
          overlay={(page) =>
            sealed ? null : (
              <PlacedFields
                fields={document.signatureFields}
                recipients={document.recipients}
                page={page}
                scale={scale}
              />
            )
          }
        />
      )}
    </main>
  );
}

/** The sealed file has more pages than the draft, so sizes are read from the file. */
function usePageSizes(pdf: PdfFile | null): PageSize[] | null {
  const [known, setKnown] = useState<{ pdf: PdfFile; sizes: PageSize[] } | null>(null);
  useEffect(() => {
    if (!pdf) return;
    let left = false;
    pdf.pageSizes().then(
      (sizes) => left || setKnown({ pdf, sizes }),
      // The file was closed in the meantime. The sizes will be read from the next file.
      () => undefined,
    );
    return () => {
      left = true;
    };
  }, [pdf]);
  return known !== null && known.pdf === pdf ? known.sizes : null;
}
