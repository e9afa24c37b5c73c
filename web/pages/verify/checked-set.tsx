import { useEffect, useState } from 'react';
import { compareSet } from '#verify/compare-set.ts';
import type { ReportFormatter } from '#verify/report-formatter.ts';
import { Card } from '../../parts/card.tsx';
import { classNames } from '../../parts/class-names.ts';
import { Problem } from '../../parts/problem.tsx';
import { ReportView } from './report-view.tsx';
import type { Roots } from './use-roots.ts';
import { judgeFile, type Outcome } from './use-verification.ts';

type Props = { files: readonly File[]; roots: Roots; ready: boolean; teller: ReportFormatter };
type Checked = { name: string; outcome: Exclude<Outcome, 'working'> };

/** Verifies several files, and whether they are the files of one document. */
export function CheckedSet({ files, roots, ready, teller }: Props) {
  const { words } = teller;
  const checked = useChecked(files, roots, ready);
  if (checked === undefined) {
    return (
      <p role="status" className="mt-8 text-muted">
        {words.working}
      </p>
    );
  }
  const set = compareSet(
    checked.flatMap(({ name, outcome }) =>
      outcome === 'unreadable' ? [] : [{ name, report: outcome.report }],
    ),
  );
  return (
    <div className="mt-8 flex flex-col gap-6">
      {set ? (
        <Card title={words.set.title}>
          <div role="status" className={classNames('mt-1', set.complete ? 'text-ok' : 'text-danger')}>
            {teller.together(set).map((sentence) => (
              <p key={sentence} className="break-words">
                {sentence}
              </p>
            ))}
          </div>
        </Card>
      ) : null}
      <section aria-label={words.set.results} className="flex flex-col gap-3">
        {checked.map(({ name, outcome }, at) => (
          <CheckedFile key={at} {...{ name, outcome, teller }} />
        ))}
      </section>
    </div>
  );
}

function CheckedFile({ name, outcome, teller }: Checked & { teller: ReportFormatter }) {
  const [open, setOpen] = useState(false);
  if (outcome === 'unreadable') return <Problem>{`${name}: ${teller.words.unreadable}`}</Problem>;
  const { title } = teller.verdict(outcome.report);
  const { set } = outcome.report;
  return (
    <details
      className="rounded-lg border border-line bg-surface p-4"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="cursor-pointer break-words">
        <bdi className="font-medium">{name}</bdi>
        <span className="block">{title}</span>
        {set ? <span className="block text-muted">{teller.place(set)}</span> : null}
      </summary>
      {open ? <ReportView outcome={outcome} teller={teller} name={name} /> : null}
    </details>
  );
}

/** Undefined until all files are verified. */
function useChecked(files: readonly File[], roots: Roots, ready: boolean): Checked[] | undefined {
  const { trusted, timestamps, lists, logKeys, from } = roots;
  const [done, setDone] = useState<{ files: readonly File[]; checked: Checked[] }>();
  useEffect(() => {
    if (!ready) return;
    let wanted = true;
    const trust = { roots: trusted, timestampRoots: timestamps, lists, logKeys };
    const judgeAll = async () => {
      const checked: Checked[] = [];
      for (const file of files)
        checked.push({ name: file.name, outcome: await judgeFile(file, trust, from === 'own') });
      if (wanted) setDone({ files, checked });
    };
    void judgeAll();
    return () => {
      wanted = false;
    };
  }, [files, trusted, timestamps, lists, logKeys, from, ready]);
  return done?.files === files ? done.checked : undefined;
}
