import { useIsFetching, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft, RefreshCw, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { DocumentDetail } from '#contract/documents.ts';
import { trailQuery } from '../../api/documents.ts';
import { retrySeal } from '../../api/manage.ts';
import { progressText } from '../../documents/progress-text.ts';
import { StatusBadge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { classNames } from '../../parts/class-names.ts';
import { OneLine } from '../../parts/one-line.tsx';
import { usePageTitle } from '../../parts/page-header.tsx';
import { useWords } from '../../words.ts';
import { DocumentActions } from './document-actions.tsx';
import { DocumentFacts } from './document-facts.tsx';
import { HandedInFiles } from './handed-in-files.tsx';
import { DocumentPages } from './document-pages.tsx';
import { RecipientProgress } from './recipient-progress.tsx';
import { TrailTimeline } from './trail-timeline.tsx';
import { useTending } from './use-tending.ts';
import { WhereItStands } from './where-it-stands.tsx';

/** A document that has been sent: its pages, who has done what, and everything that happened to it. */
export function DocumentDetailView({ document }: { document: DocumentDetail }) {
  const { t } = useWords();
  usePageTitle(document.title);
  const trail = useQuery(trailQuery(document.id));
  // Lateness is counted in days: the moment at which the page was opened is near enough.
  const [now] = useState(() => Date.now());
  const heading = 'mb-3 text-[13px] font-semibold';
  return (
    <div className="flex min-h-dvh flex-col lg:h-dvh">
      <DetailHeader document={document} />
      {document.sealProblem ? (
        <p role="alert" className="flex gap-2.5 border-b border-line bg-warn-soft px-5 py-2.5 text-warn">
          <TriangleAlert aria-hidden="true" className="mt-px size-[18px] shrink-0" />
          <span>
            <b className="font-semibold">{t('document.sealProblem')}</b> {document.sealProblem}
          </span>
          <RetrySeal id={document.id} />
        </p>
      ) : null}
      <div className="flex min-h-0 flex-1 flex-col lg:flex-row-reverse">
        <aside
          aria-label={t('document.about')}
          tabIndex={0}
          className="flex shrink-0 flex-col gap-8 border-line bg-surface p-5 max-lg:border-b lg:w-[360px] lg:overflow-y-auto lg:border-s"
        >
          {document.status === 'sent' && !document.sealing ? (
            <section aria-label={t('manage.standing')}>
              <h2 className={heading}>{t('manage.standing')}</h2>
              <WhereItStands document={document} now={now} />
            </section>
          ) : null}
          <section aria-label={t('editor.recipients')}>
            <h2 className={heading}>{t('editor.recipients')}</h2>
            <RecipientProgress document={document} now={now} />
          </section>
          <section aria-label={t('document.facts')}>
            <h2 className={heading}>{t('document.facts')}</h2>
            <DocumentFacts document={document} />
          </section>
          <HandedInFiles document={document} heading={heading} />
          <section aria-label={t('trail.title')}>
            <h2 className={heading}>{t('trail.title')}</h2>
            <TrailTimeline id={document.id} />
          </section>
        </aside>
        {/* Under the trail, on a phone: until its length is known the pages would only move. */}
        <div className={classNames('contents', trail.isPending && 'max-lg:invisible')}>
          <DocumentPages document={document} />
        </div>
      </div>
    </div>
  );
}

function RetrySeal({ id }: { id: string }) {
  const { t } = useWords();
  const retrying = useMutation(retrySeal);
  const said = useTending(t('manage.retried'));
  return (
    <Button
      size="small"
      className="ms-auto"
      disabled={retrying.isPending}
      onClick={() => retrying.mutate(id, said)}
    >
      {t('manage.retrySeal')}
    </Button>
  );
}

function DetailHeader({ document }: { document: DocumentDetail }) {
  const { t } = useWords();
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
        <h1 className="min-w-0 text-sm">
          <OneLine>{document.title}</OneLine>
        </h1>
        <p className="mt-0.5 flex items-center gap-2 text-xs text-muted">
          <StatusBadge status={document.status} />
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
