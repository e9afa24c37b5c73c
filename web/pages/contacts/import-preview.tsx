import { TriangleAlert } from 'lucide-react';
import type { ImportAnswer } from '#contract/accounts/contacts.ts';
import { useRequiredTexts } from '../../api/later-words.ts';
import { Badge } from '../../parts/badge.tsx';
import { classNames } from '../../parts/class-names.ts';
import { IdentityHints } from '../../parts/identity-hints.tsx';

const cell = 'px-3 py-2 text-start align-top';

/** Previews an import: counts, skipped rows with reasons, and the first of the other rows. */
export function ImportPreview({ preview }: { preview: ImportAnswer }) {
  const say = useRequiredTexts('pages');
  const { added, updated, refused, rows, problems } = preview;
  return (
    <div className="flex flex-col gap-4">
      <p role="status" className="flex flex-wrap gap-2">
        <Badge tone="ok">{say('contacts.willAdd', { count: added })}</Badge>
        <Badge tone="ink">{say('contacts.willUpdate', { count: updated })}</Badge>
        {refused > 0 ? <Badge tone="warn">{say('contacts.willLeaveOut', { count: refused })}</Badge> : null}
      </p>
      {problems.length > 0 ? (
        <section aria-label={say('contacts.problems')} className="rounded-md border border-line">
          <h3 className="flex items-center gap-2 px-3 py-2 font-medium">
            <TriangleAlert aria-hidden="true" className="size-4 text-warn" />
            {say('contacts.problems')}
          </h3>
          <ul className="max-h-48 overflow-y-auto border-t border-line" tabIndex={0}>
            {problems.map(({ line, problem, email, name }) => (
              <li key={line} className="flex flex-wrap gap-x-3 px-3 py-1.5">
                <span className="text-muted tabular-nums">{say('contacts.line', { line })}</span>
                <span className="min-w-0 wrap-anywhere">{email || name}</span>
                <span className="text-muted">{say(`contacts.problem.${problem}`)}</span>
              </li>
            ))}
          </ul>
          {refused > problems.length ? (
            <p className="border-t border-line px-3 py-2 text-xs text-muted">
              {say('contacts.more', { count: refused - problems.length })}
            </p>
          ) : null}
        </section>
      ) : null}
      {rows.length > 0 ? (
        <div className="max-h-72 overflow-auto rounded-md border border-line" tabIndex={0}>
          <table className="w-full">
            <caption className="sr-only">{say('contacts.firstRows')}</caption>
            <thead>
              <tr className="border-b border-line text-xs text-muted">
                {(['email', 'name', 'company', 'outcome'] as const).map((head) => (
                  <th
                    key={head}
                    scope="col"
                    className={classNames(cell, 'font-medium', head === 'company' && 'max-sm:hidden')}
                  >
                    {say(`contacts.${head}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.line} className="border-b border-line last:border-b-0">
                  <td className={`${cell} wrap-anywhere`}>
                    <bdi>{row.email}</bdi>
                    <IdentityHints people={[row]} />
                  </td>
                  <td className={cell}>
                    <bdi>{row.name}</bdi>
                  </td>
                  <td className={`${cell} max-sm:hidden`}>{row.company}</td>
                  <td className={`${cell} whitespace-nowrap text-muted`}>
                    {row.known ? say('contacts.update') : say('contacts.new')}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          {added + updated > rows.length ? (
            <p className="border-t border-line px-3 py-2 text-xs text-muted">
              {say('contacts.more', { count: added + updated - rows.length })}
            </p>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}
