import { useState } from 'react';
import type { DocumentSummary } from '#contract/documents.ts';
import { classNames } from '../parts/class-names.ts';
import { DocumentGlyph } from './document-glyph.tsx';

type Props = {
  document: Pick<DocumentSummary, 'thumbnailUrl' | 'status'>;
  /** Gives the size; the picture fills it from the top. */
  className: string;
};

/** The first page, drawn by the server when it comes into view; until then, or where it cannot be, a sheet. */
export function FirstPage({ document, className }: Props) {
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading');
  return (
    <span className={classNames('relative block overflow-hidden border border-line bg-surface', className)}>
      {state === 'shown' ? null : (
        <span className="absolute inset-0 grid place-items-center">
          <DocumentGlyph
            signed={document.status === 'completed'}
            className="h-full max-h-11 w-auto opacity-60"
          />
        </span>
      )}
      {state === 'failed' ? null : (
        <img
          src={document.thumbnailUrl}
          alt=""
          width={440}
          height={550}
          loading="lazy"
          decoding="async"
          draggable={false}
          onLoad={() => setState('shown')}
          onError={() => setState('failed')}
          className={classNames(
            'absolute inset-0 size-full bg-white object-cover object-top transition-opacity duration-150 dark:brightness-90',
            state === 'shown' ? 'opacity-100' : 'opacity-0',
          )}
        />
      )}
    </span>
  );
}
