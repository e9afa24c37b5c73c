import { useIsFetching, useMutation, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft, RefreshCw, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { DocumentDetail } from '#contract/documents/documents.ts';
import { retrySeal } from '../../api/manage.ts';
import { progressText } from '../../documents/progress-text.ts';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { Button } from '../../parts/button.tsx';
import { classNames } from '../../parts/class-names.ts';
import { useMatches } from '../../parts/use-matches.ts';
import { usePageTitle } from '../../parts/page-header.tsx';
import { useTranslation } from '../../words.ts';
import { DocumentActions } from './document-actions.tsx';
import { DocumentFacts, Evidence } from './document-facts.tsx';
import { AttachmentFiles } from './attachment-files.tsx';
import { DocumentPages } from '../../documents/document-pages.tsx';
import { FinalCopies } from './final-copies.tsx';
import { HoldNotice } from './legal-hold.tsx';
import { RecipientProgress } from './recipient-progress.tsx';
import { TrailAlarm, TrailTimeline } from './trail-timeline.tsx';
import { useActToast } from '../../documents/use-act-toast.ts';
import { DocumentProgress } from './document-progress.tsx';

/** A sent document with its pages, the progress of its recipients, and its history. */
export function DocumentDetailView({ document }: { document: DocumentDetail }) {
  const { t } = useTranslation();
  usePageTitle(document.title);
  const [part, setPart] = useState<Part>('pages');
  // Delays are counted in days, so the time at which the page was opened is precise enough.
  const [now] = useState(() => Date.now());
  const heading = 'mb-3 text-[0.8125rem] font-semibold';
  // Rendered once, above both parts on narrow screens and otherwise next to the pages.
  const isWide = useMatches('(min-width: 64rem)');
  const standing = (
    <section aria-label={t('manage.standing')}>
      <h2 className="sr-only">{t('manage.standing')}</h2>
      <DocumentProgress document={document} now={now} />
      {document.status === 'completed' && !document.sealedElsewhere ? (
        <FinalCopies document={document} />
      ) : null}
    </section>
  );
  return (
    <div className="flex min-h-dvh flex-col lg:h-dvh">
      <DetailHeader document={document} />
      <TrailAlarm id={document.id} />
      <HoldNotice heldAt={document.heldAt} />
      {document.sealProblem ? (
        <p role="alert" className="flex gap-2.5 border-b border-line bg-warn-soft px-5 py-2.5 text-warn">
          <TriangleAlert aria-hidden="true" className="mt-px size-[18px] shrink-0" />
          <span>
            <b className="font-semibold">{t('document.sealProblem')}</b> {document.sealProblem}
          </span>
          <RetrySeal id={document.id} />
        </p>
      ) : null}
      {isWide ? null : <div className="border-b border-line bg-surface px-4 py-3">{standing}</div>}
      <PartChoice part={part} onPart={setPart} />
      <div className="flex min-h-0 flex-1 flex-col lg:flex-row-reverse">
        <aside
          id="document-activity"
          aria-label={t('document.about')}
          tabIndex={0}
          className={classNames(
            'flex shrink-0 flex-col gap-7 border-line bg-surface p-5 max-lg:flex-1 lg:w-[360px] lg:overflow-y-auto lg:border-s',
            part !== 'activity' && 'max-lg:hidden',
          )}
        >
          {isWide ? standing : null}
          <section aria-label={t('editor.recipients')}>
            <h2 className={heading}>{t('editor.recipients')}</h2>
            <RecipientProgress document={document} now={now} />
          </section>
          <AttachmentFiles document={document} heading={heading} />
          <section aria-label={t('trail.title')}>
            <h2 className={heading}>{t('trail.title')}</h2>
            <TrailTimeline id={document.id} now={now} />
          </section>
          <section aria-label={t('document.facts')}>
            <h2 className={heading}>{t('document.facts')}</h2>
            <DocumentFacts document={document} />
          </section>
          <Evidence document={document} />
        </aside>
        <div id="document-pages" className={classNames('contents', part !== 'pages' && 'max-lg:*:hidden')}>
          <DocumentPages document={document} />
        </div>
      </div>
    </div>
  );
}

const parts = ['pages', 'activity'] as const;
type Part = (typeof parts)[number];

/** Narrow screens show one part at a time, the pages first. */
function PartChoice({ part, onPart }: { part: Part; onPart: (part: Part) => void }) {
  const { t } = useTranslation();
  return (
    <div
      role="group"
      aria-label={t('document.parts')}
      className="sticky top-[60px] z-10 grid grid-cols-2 border-b border-line bg-surface lg:hidden"
    >
      {parts.map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={part === one}
          onClick={() => {
            onPart(one);
            // Scrolls to the top, regardless of the scroll position in the other part.
            window.scrollTo(0, 0);
          }}
          className="-mb-px min-h-11 border-b-2 border-transparent text-muted aria-pressed:border-ink aria-pressed:font-medium aria-pressed:text-text"
        >
          {t(`document.part.${one}`)}
        </button>
      ))}
    </div>
  );
}

function RetrySeal({ id }: { id: string }) {
  const { t } = useTranslation();
  const retrying = useMutation(retrySeal);
  const toast = useActToast(t('manage.retried'));
  return (
    <Button
      size="small"
      className="ms-auto"
      disabled={retrying.isPending}
      onClick={() => retrying.mutate(id, toast)}
    >
      {t('manage.retrySeal')}
    </Button>
  );
}

function DetailHeader({ document }: { document: DocumentDetail }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const key = ['api', 'documents', document.id];
  const fetching = useIsFetching({ queryKey: key }) > 0;
  return (
    <header className="sticky top-0 z-20 flex min-h-[60px] shrink-0 items-center gap-2 border-b border-line bg-surface px-2 py-2 sm:px-4">
      <Button asChild look="quiet" size="icon">
        <Link to="/" aria-label={t('editor.back')}>
          <ArrowLeft aria-hidden="true" className="turns" />
        </Link>
      </Button>
      <div className="min-w-0 flex-1">
        <h1 className="line-clamp-2 min-w-0 text-sm break-words sm:line-clamp-1" title={document.title}>
          <bdi>{document.title}</bdi>
        </h1>
        <p className="mt-0.5 flex items-center gap-2 text-xs text-muted">
          <StatusBadge {...document} />
          <span className="truncate max-sm:hidden">{progressText(t, document)}</span>
        </p>
      </div>
      <Button
        look="quiet"
        size="icon"
        aria-label={t('document.refresh')}
        disabled={fetching}
        onClick={() => void client.invalidateQueries({ queryKey: key })}
      >
        <RefreshCw aria-hidden="true" className={classNames(fetching && 'animate-spin')} />
      </Button>
      <DocumentActions document={document} />
    </header>
  );
}
