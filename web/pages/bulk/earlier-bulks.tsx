import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { bulksQuery } from '../../api/bulk.ts';
import { useRequiredTexts } from '../../api/later-words.ts';
import { dayAndTime, wholeNumber } from '../../parts/format.ts';
import { BulkStateBadge } from './bulk-state-badge.tsx';

/** Earlier bulk sends of this template; renders nothing if there are none. */
export function EarlierBulks({ templateId }: { templateId: string }) {
  const say = useRequiredTexts('pages');
  const { data: bulks } = useQuery(bulksQuery(templateId));
  if (!bulks?.length) return null;
  return (
    <section className="overflow-hidden rounded-lg border border-line bg-surface shadow-card">
      <h2 className="px-5 py-3.5 font-medium">{say('bulk.earlier')}</h2>
      <ul className="border-t border-line">
        {bulks.map((bulk) => {
          const { sent, total } = bulk.progress;
          return (
            <li
              key={bulk.id}
              className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-5 py-3 last:border-b-0"
            >
              <Link
                to={`/bulk/${bulk.id}`}
                className="min-w-0 rounded-sm break-words max-sm:w-full sm:flex-1 sm:truncate font-medium text-ink hover:underline"
              >
                <bdi>{bulk.fileName}</bdi>
              </Link>
              <span className="text-muted tabular-nums">
                {say('bulk.sentOf', { sent: wholeNumber(sent), total: wholeNumber(total) })}
              </span>
              <BulkStateBadge state={bulk.state} />
              <span className="text-xs text-muted">{dayAndTime(bulk.createdAt)}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
