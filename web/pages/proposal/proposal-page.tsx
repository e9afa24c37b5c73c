import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { Link, useParams } from 'react-router';
import type { ProposalView } from '#contract/documents/proposals.ts';
import { useDeferredTexts, useRequiredTexts } from '../../api/later-words.ts';
import { proposalQuery } from '../../api/proposals.ts';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { Button } from '../../parts/button.tsx';
import { usePageTitle } from '../../parts/page-header.tsx';
import { LockedPage } from '../../shell/locked-page.tsx';
import { SignInFirst } from '../../shell/sign-in-first.tsx';
import { Skeleton } from '../../parts/states.tsx';
import { useTranslation } from '../../words.ts';
import { DocumentPages } from '../../documents/document-pages.tsx';
import { Decision } from './decision.tsx';
import { ProposedParts } from './proposed-parts.tsx';

/** The page on which a person reviews exactly what a program proposes, and decides. */
export function ProposalPage() {
  const { id = '' } = useParams();
  const say = useDeferredTexts('proposal');
  const { data, isPending, refetch } = useQuery(proposalQuery(id));
  if (data === null) return <SignInFirst />;
  if (isPending || !say) return <Skeleton className="h-dvh" />;
  if (data) return <Proposal proposal={data} onChanged={() => void refetch()} />;
  return <LockedPage title={say('gone')} text={say('goneText')} />;
}

function Proposal({ proposal, onChanged }: { proposal: ProposalView; onChanged: () => void }) {
  const { t } = useTranslation();
  const say = useRequiredTexts('proposal');
  const { document, act, program, madeBy, state } = proposal;
  const title = say(`title.${act}`);
  usePageTitle(title);
  const name = madeBy.name || madeBy.email;
  return (
    <div className="flex min-h-dvh flex-col lg:h-dvh">
      <header className="sticky top-0 z-20 flex min-h-[60px] shrink-0 items-center gap-2 border-b border-line bg-surface px-2 py-2 sm:px-4">
        <Button asChild look="quiet" size="icon">
          <Link to="/" aria-label={t('editor.back')}>
            <ArrowLeft aria-hidden="true" className="turns" />
          </Link>
        </Button>
        <p className="line-clamp-2 min-w-0 flex-1 text-sm font-semibold break-words">
          <bdi>{document.title}</bdi>
        </p>
        <StatusBadge {...document} />
      </header>
      <div className="flex min-h-0 flex-1 flex-col lg:flex-row">
        <section
          aria-label={title}
          tabIndex={0}
          className="flex shrink-0 flex-col gap-5 border-line bg-surface p-5 lg:w-[420px] lg:overflow-y-auto lg:border-e"
        >
          <div>
            <h1 className="font-serif text-2xl tracking-[-0.015em]">{title}</h1>
            <p className="mt-1.5 text-muted">
              {program ? say('by', { program, name }) : say('byPerson', { name })}
            </p>
          </div>
          {proposal.changed && state === 'open' ? (
            <p role="status" className="rounded-md bg-warn-soft px-3.5 py-2.5 text-warn">
              {say('changed')}
            </p>
          ) : null}
          <ProposedParts proposal={proposal} />
          <Decision proposal={proposal} onChanged={onChanged} />
        </section>
        <DocumentPages document={document} />
      </div>
    </div>
  );
}
