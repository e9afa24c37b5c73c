import type { UserUsage } from '#contract/accounts/account.ts';
import { useRequiredTexts } from '../../api/later-words.ts';
import { monthAndYear, shortMonth, wholeNumber } from '../../parts/format.ts';
import { classNames } from '../../parts/class-names.ts';

type Month = UserUsage['history'][number];

/** Twelve months of usage as a bar chart. A table contains exact numbers and is read by screen readers. */
export function UsageChart({ history }: { history: Month[] }) {
  const say = useRequiredTexts('pages');
  const total = history.reduce((sum, { documents }) => sum + documents, 0);
  const most = Math.max(...history.map(({ documents, completed }) => Math.max(documents, completed)));
  return (
    <section
      aria-labelledby="history-title"
      className="flex min-w-0 flex-col rounded-lg border border-line bg-surface p-4 shadow-card sm:p-6"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id="history-title" className="text-base">
          {say('users.history')}
        </h2>
        <p aria-hidden="true" className="flex gap-4 text-xs text-muted">
          <Legend className="bg-ink/35">{say('users.uploaded')}</Legend>
          <Legend className="bg-ink">{say('users.completedShort')}</Legend>
        </p>
      </div>
      <div
        role="img"
        aria-label={say('users.historyAbout', { count: total, most: wholeNumber(most) })}
        className="mt-5 grid grid-cols-12 gap-x-1 sm:gap-x-3"
      >
        {history.map((month, index) => (
          <Bar key={month.month} month={month} scale={Math.max(most, 1)} dense={(11 - index) % 2 === 1} />
        ))}
      </div>
      <details className="group mt-4">
        <summary className="finger w-fit rounded-sm text-ink underline underline-offset-3 hover:no-underline">
          {say('users.asTable')}
        </summary>
        <Table history={history} />
      </details>
    </section>
  );
}

function Legend({ className, children }: { className: string; children: string }) {
  return (
    <span className="flex items-center gap-1.5">
      <i className={classNames('size-2.5 rounded-[3px]', className)} />
      {children}
    </span>
  );
}

/** Height of the chart in drawing units. The chart is stretched to the width of its column. */
const height = 120;

/**
 * A bar for the uploads of a month, with the completed documents in front. `dense` hides the label on phones.
 */
function Bar({ month, scale, dense }: { month: Month; scale: number; dense: boolean }) {
  const tall = (count: number) => (count / scale) * (height - 2);
  return (
    <div className="flex min-w-0 flex-col items-center">
      <span className="h-4 text-xs text-muted tabular-nums max-sm:text-[0.6875rem]">
        {month.documents > 0 ? wholeNumber(month.documents) : ''}
      </span>
      <svg
        viewBox={`0 0 24 ${height}`}
        preserveAspectRatio="none"
        className="mt-1 h-[120px] w-full max-w-9"
        aria-hidden="true"
      >
        <rect x="0" y={height - 1} width="24" height="1" className="fill-line-strong" />
        <rect
          x="0"
          y={height - 1 - tall(month.documents)}
          width="24"
          height={tall(month.documents)}
          className="fill-ink opacity-35"
        />
        <rect
          x="0"
          y={height - 1 - tall(month.completed)}
          width="24"
          height={tall(month.completed)}
          className="fill-ink"
        />
      </svg>
      <span className={classNames('mt-1.5 text-xs text-muted', dense && 'max-sm:invisible')}>
        {shortMonth(month.month)}
      </span>
    </div>
  );
}

function Table({ history }: { history: Month[] }) {
  const say = useRequiredTexts('pages');
  return (
    <table className="mt-3 w-full max-w-lg text-start tabular-nums">
      <thead>
        <tr>
          <th scope="col" className={classNames(cell, 'font-medium text-muted')}>
            {say('users.month')}
          </th>
          <th scope="col" className={classNames(cell, 'text-end font-medium text-muted')}>
            {say('users.uploaded')}
          </th>
          <th scope="col" className={classNames(cell, 'text-end font-medium text-muted')}>
            {say('users.completedShort')}
          </th>
        </tr>
      </thead>
      <tbody>
        {history.toReversed().map(({ month, documents, completed }) => (
          <tr key={month} className="border-t border-line">
            <th scope="row" className={classNames(cell, 'font-normal')}>
              {monthAndYear(month)}
            </th>
            <td className={classNames(cell, 'text-end')}>{wholeNumber(documents)}</td>
            <td className={classNames(cell, 'text-end')}>{wholeNumber(completed)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const cell = 'py-2 pe-4 text-start last:pe-0';
