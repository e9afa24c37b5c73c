import type { BulkPreview as Preview } from '#contract/documents/bulk.ts';
import { useRequiredTexts } from '../../api/later-words.ts';
import { Badge } from '../../parts/badge.tsx';
import { wholeNumber } from '../../parts/format.ts';
import { RowProblems } from './row-problems.tsx';

const cell = 'px-4 py-2.5 text-start align-top';

/** Previews a bulk send: counts, skipped rows with reasons, and the first of the other rows. */
export function BulkPreview({ preview }: { preview: Preview }) {
  const say = useRequiredTexts('pages');
  const { good, wrong, repeated, problems, first, filled, unknown } = preview;
  const columns = unknown.map(({ name, nearest }) =>
    nearest === null ? `“${name}”` : say('bulk.nearest', { name, nearest }),
  );
  return (
    <div className="flex flex-col gap-5">
      <p role="status" className="flex flex-wrap gap-2">
        <Badge tone="ok">{say('bulk.good', { count: good - repeated })}</Badge>
        {wrong > 0 ? <Badge tone="warn">{say('bulk.wrong', { count: wrong })}</Badge> : null}
        {repeated > 0 ? <Badge tone="ink">{say('bulk.repeated', { count: repeated })}</Badge> : null}
      </p>
      {filled.length > 0 ? <p>{say('bulk.fills', { labels: filled.join(', ') })}</p> : null}
      {unknown.length > 0 ? (
        <p className="wrap-anywhere text-warn">{say('bulk.unknown', { columns: columns.join(', ') })}</p>
      ) : null}
      {problems.length > 0 ? (
        <RowProblems title={say('bulk.leftOut')} problems={problems} total={wrong} />
      ) : null}
      {first.length > 0 ? <FirstRows first={first} good={good} /> : null}
    </div>
  );
}

function FirstRows({ first, good }: Pick<Preview, 'first' | 'good'>) {
  const say = useRequiredTexts('pages');
  return (
    <section className="overflow-hidden rounded-lg border border-line bg-surface">
      <div className="max-h-96 overflow-auto" tabIndex={0} role="group" aria-label={say('bulk.firstRows')}>
        <table className="w-full">
          <caption className="sr-only">{say('bulk.firstRows')}</caption>
          <thead>
            <tr className="border-b border-line text-xs text-muted">
              <th scope="col" className={`${cell} font-medium max-sm:hidden`}>
                {say('bulk.lineHead')}
              </th>
              <th scope="col" className={`${cell} font-medium`}>
                {say('bulk.document')}
              </th>
              <th scope="col" className={`${cell} font-medium`}>
                {say('bulk.people')}
              </th>
            </tr>
          </thead>
          <tbody>
            {first.map(({ line, title, people, repeats }) => (
              <tr key={line} className="border-b border-line last:border-b-0">
                <td className={`${cell} text-muted tabular-nums max-sm:hidden`}>{wholeNumber(line)}</td>
                <td className={`${cell} wrap-anywhere`}>
                  <bdi>{title}</bdi>
                  {repeats !== null ? (
                    <span className="mt-1 block">
                      <Badge tone="ink">{say('bulk.repeats', { line: wholeNumber(repeats) })}</Badge>
                    </span>
                  ) : null}
                </td>
                <td className={`${cell} wrap-anywhere`}>
                  {people.map(({ role, email, name }) => (
                    <span key={role} className="block">
                      <bdi>{email}</bdi>
                      {name ? (
                        <span className="text-muted">
                          {' '}
                          · <bdi>{name}</bdi>
                        </span>
                      ) : null}
                    </span>
                  ))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {good > first.length ? (
        <p className="border-t border-line px-4 py-2 text-xs text-muted">
          {say('bulk.more', { count: good - first.length })}
        </p>
      ) : null}
    </section>
  );
}
