import { useQuery } from '@tanstack/react-query';
import { Download, ScrollText, SearchX, ShieldAlert } from 'lucide-react';
import { auditExport, auditQuery, type AuditNarrowing } from '../../api/audit.ts';
import { useRequiredTexts } from '../../api/later-words.ts';
import { Button } from '../../parts/button.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { PageStrip } from '../../parts/page-strip.tsx';
import { EmptyState, LoadingError } from '../../parts/states.tsx';
import { useListAddress, useNothing } from '../../parts/use-list-address.ts';
import { AuditFilters } from './audit-filters.tsx';
import { ReportBox } from './report-box.tsx';
import { AuditTable, AuditTableSkeleton } from './audit-table.tsx';

const pageSize = 50;

/** All events of the account and of every document, newest first. */
export function AuditPage() {
  const say = useRequiredTexts('pages');
  const address = useListAddress();
  const narrowing = narrowingOf(address.query);
  const list = useQuery(auditQuery(narrowing, { cursor: address.cursor, limit: pageSize }));
  const events = list.data?.rows ?? [];
  const nothing = useNothing(address, list, events);
  const narrowed = Object.values(narrowing).some((value) => value !== '');
  const clear = () => address.narrow({ type: null, document: null, person: null, from: null, to: null });
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title={say('audit.title')}
        about={say('audit.about')}
        action={
          <div className="flex flex-wrap gap-2">
            {(['csv', 'json'] as const).map((format) => (
              <Button key={format} asChild>
                <a href={auditExport(narrowing, format)} download="">
                  <Download aria-hidden="true" />
                  {format === 'csv' ? say('audit.exportCsv') : say('audit.exportJson')}
                </a>
              </Button>
            ))}
          </div>
        }
      />
      <section
        aria-label={say('audit.title')}
        className="overflow-hidden rounded-lg border border-line bg-surface shadow-card"
      >
        <AuditFilters
          narrowing={narrowing}
          documentTitle={events.find(({ document }) => document?.id === narrowing.document)?.document?.title}
          onNarrow={address.narrow}
          onClear={narrowed ? clear : null}
        />
        <div aria-busy={list.isFetching} className={list.isPlaceholderData ? 'opacity-60' : ''}>
          {list.isPending ? <AuditTableSkeleton /> : null}
          <LoadingError query={list} />
          {events.some(({ altered }) => altered) ? <AlteredAlert /> : null}
          {events.length > 0 ? (
            <AuditTable
              events={events}
              now={list.dataUpdatedAt}
              folds={narrowing.type === ''}
              onDocument={(id) => address.narrow({ document: id })}
            />
          ) : null}
          {nothing ? (
            <div className="border-t border-line">
              <EmptyState
                icon={narrowed ? SearchX : ScrollText}
                title={narrowed ? say('audit.noneFound') : say('audit.none')}
                action={narrowed ? <Button onClick={clear}>{say('audit.clear')}</Button> : null}
              >
                {narrowed ? say('audit.noneFoundText') : say('audit.noneText')}
              </EmptyState>
            </div>
          ) : null}
        </div>
        {list.data && events.length > 0 ? (
          <PageStrip
            text={say('audit.showing', { count: events.length })}
            address={address}
            next={list.data.next}
            busy={list.isPlaceholderData}
          />
        ) : null}
      </section>
      {list.isPending ? null : <ReportBox narrowing={narrowing} />}
    </div>
  );
}

/** Warns above the first event that the list may not be what happened. */
function AlteredAlert() {
  const say = useRequiredTexts('pages');
  return (
    <p
      role="alert"
      className="flex items-start gap-2 border-t border-line bg-danger-soft px-4 py-3 font-medium text-danger md:px-5"
    >
      <ShieldAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      {say('audit.altered')}
    </p>
  );
}

function narrowingOf(query: URLSearchParams): AuditNarrowing {
  const of = (name: keyof AuditNarrowing): string => query.get(name) ?? '';
  return { type: of('type'), document: of('document'), person: of('person'), from: of('from'), to: of('to') };
}
