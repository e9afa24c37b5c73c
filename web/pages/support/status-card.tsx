import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck } from 'lucide-react';
import type { Readiness } from '#contract/operations/support.ts';
import { componentNames } from '#core/support/support.ts';
import { installationQuery, readinessQuery } from '../../api/support.ts';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { exactTime, dayAndTime } from '../../parts/format.ts';
import { Skeleton } from '../../parts/states.tsx';
import { useTranslation } from '../../words.ts';

/** Shows 'All Systems Operational' only if the server reports that every component works. */
export function StatusCard() {
  const { t } = useTranslation();
  const status = useQuery(readinessQuery);
  return (
    <Card title={t('support.status.title')} aria-busy={status.isFetching}>
      {status.isPending ? <Skeleton className="mt-3 h-[228px] rounded-md" /> : null}
      {status.isError ? (
        <div role="alert" className="mt-3">
          <Line good={false} text={t('support.status.unknown')} />
          <Button className="mt-3" onClick={() => void status.refetch()}>
            {t('error.retry')}
          </Button>
        </div>
      ) : null}
      {status.data ? <State state={status.data} /> : null}
    </Card>
  );
}

function State({ state: { status, components, upSince } }: { state: Readiness }) {
  const { t } = useTranslation();
  const { data: installation } = useQuery(installationQuery);
  const reported = componentNames.filter((name) => components[name] !== undefined);
  const degraded = reported.filter((name) => components[name] === 'degraded').length;
  const good = status === 'ready' && degraded === 0 && reported.length === componentNames.length;
  const trouble =
    status === 'ready' ? t('support.status.degraded', { count: degraded }) : t('support.status.down');
  return (
    <>
      <Line good={good} text={good ? t('support.status.good') : trouble} />
      <dl className="mt-3 flex flex-col">
        {reported.map((name) => (
          <div
            key={name}
            className="flex min-h-9 items-center justify-between gap-3 border-t border-line py-1.5"
          >
            <dt>{t(`support.status.component.${name}`)}</dt>
            <dd>
              {name === 'mail' && components.mail === 'ok' && installation?.mail === 'outbox' ? (
                <Badge>{t('support.status.outbox')}</Badge>
              ) : (
                <Badge tone={components[name] === 'ok' ? 'ok' : 'warn'} dot>
                  {components[name] === 'ok' ? t('support.status.works') : t('support.status.fails')}
                </Badge>
              )}
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 text-xs text-muted" title={exactTime(upSince)}>
        {t('support.status.since', { time: dayAndTime(upSince) })}
      </p>
    </>
  );
}

function Line({ good, text }: { good: boolean; text: string }) {
  const Icon = good ? CircleCheck : CircleAlert;
  return (
    <p className={`mt-2 flex items-center gap-2 font-medium ${good ? 'text-ok' : 'text-warn'}`}>
      <Icon aria-hidden="true" className="size-5 shrink-0 stroke-[1.75]" />
      {text}
    </p>
  );
}
