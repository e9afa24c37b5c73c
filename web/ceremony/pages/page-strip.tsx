import { useCallback, useMemo } from 'react';
import type { PageSize } from '#contract/documents/documents.ts';
import type { CeremonyAnswer } from '#contract/signing/ceremony.ts';
import { Icon } from '../../kit/icon.tsx';
import type { PdfFile } from '../../kit/pdf/open-pdf.ts';
import { PageStrip as Strip } from '../../kit/pdf/page-strip.tsx';
import { remainingWorkText, type PageWork } from './page-work.ts';
import './page-strip.css';
import { t } from '../words.ts';

type Props = {
  pdf: PdfFile | null;
  pages: readonly PageSize[];
  files: CeremonyAnswer['document']['files'];
  current: number;
  work: PageWork;
  onChoose: (page: number) => void;
};

/** Page thumbnails next to the pages, each with the number of remaining fields. */
export function PageStrip({ files, work, ...strip }: Props) {
  const count = strip.pages.length;
  const titles = useMemo(() => new Map(files.map(({ firstPage, title }) => [firstPage, title])), [files]);
  const name = useCallback(
    (page: number) =>
      [t('pages.name', { page, count }), remainingWorkText(work, page)].filter(Boolean).join(', '),
    [count, work],
  );
  return (
    <nav className="strip no-print" aria-label={t('pages.strip')}>
      <div className="strip-scroll">
        <Strip
          {...strip}
          {...{ titles, name }}
          mark={(page) => String(work.get(page)?.left ?? '')}
          Mark={Left}
        />
      </div>
    </nav>
  );
}

/** The number of remaining fields. */
function Left({ of: left }: { of: string }) {
  if (left !== '0') return <span className="strip-left" data-left={left} />;
  return (
    <span className="strip-done">
      <Icon name="check" />
    </span>
  );
}
