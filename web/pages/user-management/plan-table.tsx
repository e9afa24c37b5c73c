import { useQuery } from '@tanstack/react-query';
import type { PlanLimitsAnswer } from '#contract/accounts/account.ts';
import { planNames, type PlanName } from '#core/plan/plans.ts';
import { useRequiredTexts } from '../../api/later-words.ts';
import { planLimitsQuery } from '../../api/subscription.ts';
import { Card } from '../../parts/card.tsx';
import { classNames } from '../../parts/class-names.ts';
import { wholeNumber } from '../../parts/format.ts';
import { LoadingError, Skeleton } from '../../parts/states.tsx';
import { useTranslation } from '../../words.ts';

type Limits = PlanLimitsAnswer['available'][string];

/** The limits of every plan, from the server. The account's own plan is highlighted. */
export function PlanTable({ current }: { current: PlanName | null }) {
  const say = useRequiredTexts('pages');
  const limits = useQuery(planLimitsQuery);
  return (
    <Card title={say('users.limits')} flush>
      {limits.isPending ? <Skeleton className="mx-6 mb-6 h-44" /> : null}
      <LoadingError query={limits} />
      {limits.data ? <Table available={limits.data.available} current={current} /> : null}
    </Card>
  );
}

function Table({
  available,
  current,
}: {
  available: PlanLimitsAnswer['available'];
  current: PlanName | null;
}) {
  const { t } = useTranslation();
  const say = useRequiredTexts('pages');
  const shown = planNames.flatMap((name) => (available[name] ? [{ name, limits: available[name] }] : []));
  const amount = (count: number) => (count < 0 ? say('users.unlimited') : String(count));
  const rows: [string, (limits: Limits) => string][] = [
    [say('users.documentsLimit'), ({ documents }) => amount(documents)],
    [say('users.templatesLimit'), ({ templates }) => amount(templates)],
    [say('users.recipientsLimit'), ({ recipients }) => amount(recipients)],
    [
      say('users.fileLimit'),
      ({ fileSize }) => say('users.megabytes', { count: Math.round(fileSize / (1024 * 1024)) }),
    ],
    [say('users.storageLimit'), ({ storage }) => say('users.gigabytes', { count: storage / 1_000_000_000 })],
    [say('users.emailsLimit'), ({ emailsPerDay }) => wholeNumber(emailsPerDay)],
  ];
  return (
    <table className="w-full text-start max-sm:text-xs sm:table-fixed">
      <thead>
        <tr className="border-t border-line">
          <th scope="col" className={classNames(cell, 'font-medium text-muted')}>
            {say('users.limit')}
          </th>
          {shown.map(({ name }) => (
            <th key={name} scope="col" className={classNames(cell, 'font-medium', marked(name, current))}>
              <span className="flex flex-wrap items-baseline gap-x-2 gap-y-0.5">
                {t(`plan.${name}`)}
                {name === current ? <span className="text-xs text-ink">{say('users.current')}</span> : null}
              </span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([title, read]) => (
          <tr key={title} className="border-t border-line">
            <th scope="row" className={classNames(cell, 'font-normal')}>
              {title}
            </th>
            {shown.map(({ name, limits }) => (
              <td
                key={name}
                className={classNames(cell, 'tabular-nums whitespace-nowrap', marked(name, current))}
              >
                {read(limits)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const cell = 'px-1.5 py-3 align-top first:ps-4 last:pe-3 sm:px-4 sm:first:ps-6';
const marked = (name: PlanName, current: PlanName | null) => (name === current ? 'bg-ink-soft' : '');
