import { TriangleAlert } from 'lucide-react';
import type { BulkProblem } from '#contract/documents/bulk.ts';
import { useRequiredTexts } from '../../api/later-words.ts';
import { problemText } from '../../words.ts';
import { wholeNumber } from '../../parts/format.ts';

/** Rows that are not sent, with line and reason. `total` can exceed the number of rows listed. */
export function RowProblems({
  title,
  problems,
  total,
}: {
  title: string;
  problems: BulkProblem[];
  total: number;
}) {
  const say = useRequiredTexts('pages');
  return (
    <section aria-label={title} className="overflow-hidden rounded-lg border border-line bg-surface">
      <h2 className="flex items-center gap-2 px-4 py-3 font-medium">
        <TriangleAlert aria-hidden="true" className="size-4 shrink-0 text-warn" />
        {title}
      </h2>
      <ul className="max-h-80 overflow-y-auto border-t border-line" tabIndex={0} aria-label={title}>
        {problems.map(({ line, people, ...problem }) => (
          <li
            key={line}
            className="grid gap-x-4 border-b border-line px-4 py-2.5 last:border-b-0 sm:grid-cols-[5.5rem_1fr]"
          >
            <span className="text-muted tabular-nums">{say('bulk.line', { line: wholeNumber(line) })}</span>
            <span className="min-w-0">
              <span className="block wrap-anywhere">
                <bdi>{people.map(({ email, name }) => email || name || '—').join(', ')}</bdi>
              </span>
              <span className="block text-muted">{problemText(problem)}</span>
            </span>
          </li>
        ))}
      </ul>
      {total > problems.length ? (
        <p className="border-t border-line px-4 py-2 text-xs text-muted">
          {say('bulk.more', { count: total - problems.length })}
        </p>
      ) : null}
    </section>
  );
}
