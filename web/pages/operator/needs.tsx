import { CircleAlert, CircleCheck } from 'lucide-react';
import type { OperatorState } from '#contract/operations/operator-state.ts';
import type { TranslateOf } from '../../api/later-words.ts';
import { duration, shortDate } from '../../parts/format.ts';
import { useTranslation, type Translate } from '../../words.ts';
import { operatorIssues, type Attention } from './attention.ts';
import { jobName } from './job-name.ts';

/** The summary at the top: whether anything needs the operator's attention. */
export function Needs({ state, say }: { state: OperatorState; say: TranslateOf<'operator'> }) {
  const { t } = useTranslation();
  const needs = operatorIssues(state);
  const good = needs.length === 0;
  const Icon = good ? CircleCheck : CircleAlert;
  return (
    <section
      aria-labelledby="needs-title"
      className={`rounded-lg border border-line p-4 shadow-card sm:p-5 ${good ? 'bg-surface' : 'bg-warn-soft'}`}
    >
      <h2
        id="needs-title"
        className={`flex items-center gap-2 text-base font-semibold ${good ? 'text-ok' : 'text-warn'}`}
      >
        <Icon aria-hidden="true" className="size-5 shrink-0 stroke-[1.75]" />
        {say(good ? 'room.well' : 'room.look')}
      </h2>
      {good ? (
        <p className="mt-1 text-muted">{say('room.wellText')}</p>
      ) : (
        <ul className="mt-2 flex list-disc flex-col gap-1 ps-5">
          {needs.map((need) => {
            const words = wordsOf(need, say, t);
            return (
              <li key={words} className="[overflow-wrap:anywhere]">
                {words}
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}

function wordsOf(need: Attention, say: TranslateOf<'operator'>, t: Translate): string {
  switch (need.of) {
    case 'part':
      return say('room.look.part', {
        part: t(`support.status.component.${need.part}`),
        words: say(`room.part.${need.part}.degraded`),
      });
    case 'queue':
    case 'behind':
      return say(`room.look.${need.of}`, { job: jobName(say, need.job), time: duration(need.ms) });
    case 'ends':
      return say('room.look.ends', { name: say(`room.${need.what}`), date: shortDate(need.at) });
    case 'log':
      return say('room.look.log', { problem: need.problem });
    default:
      return say(`room.look.${need.of}`, { count: need.count });
  }
}
