import { useState } from 'react';
import type { DocumentSummary } from '#contract/documents/documents.ts';
import { classNames } from '../parts/class-names.ts';
import { DocumentGlyph } from './document-glyph.tsx';

type Props = {
  document: Pick<DocumentSummary, 'thumbnailUrl' | 'status'>;
  /** The size of the sheet. The picture fills it from the top. */
  className: string;
};

/**
 * The first page, rendered by the server when it becomes visible. Until then, or if that fails, an empty
 * sheet is shown. The picture covers the sheet once it has loaded, so that the fifty in a list need no load
 * handlers.
 */
export function FirstPage({ document, className }: Props) {
  const [failed, setFailed] = useState(false);
  return (
    <span className={classNames('relative block overflow-hidden border border-line bg-surface', className)}>
      <span className="absolute inset-0 grid place-items-center">
        <DocumentGlyph
          signed={document.status === 'completed'}
          className="h-full max-h-11 w-auto opacity-60"
        />
      </span>
      {failed ? null : (
        <img
          src={document.thumbnailUrl}
          alt=""
          width={440}
          height={550}
          loading="lazy"
          decoding="async"
          draggable={false}
          onError={() => setFailed(true)}
          className="absolute inset-0 size-full object-cover object-top [filter:brightness(var(--page-brightness,1))]"
        />
      )}
    </span>
  );
}
