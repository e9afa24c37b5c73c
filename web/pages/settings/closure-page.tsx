import { useMutation, useQuery } from '@tanstack/react-query';
import { currentUserQuery } from '../../api/account.ts';
import { closureQuery, cancelClosure } from '../../api/closure.ts';
import { reasonOf } from '../../api/transport/request.ts';
import { showToast } from '../../kit/toast-store.ts';
import { Button } from '../../parts/button.tsx';
import { dayAndTime } from '../../parts/format.ts';
import { PageHeader } from '../../parts/page-header.tsx';
import { Problem } from '../../parts/problem.tsx';
import { useTranslation } from '../../words.ts';
import { DataSection } from './data-section.tsx';

/** The only page of an account that is being deleted. */
export default function ClosurePage() {
  const { t } = useTranslation();
  const { data: user } = useQuery(currentUserQuery);
  const time = user?.closesAt ? dayAndTime(user.closesAt) : '';
  return (
    <div className="flex max-w-[960px] flex-col gap-8">
      {user?.can.includes('account.close') ? (
        <Owners time={time} />
      ) : (
        <PageHeader title={t('closing.title')} about={t('closing.others', { time })} />
      )}
    </div>
  );
}

function Owners({ time }: { time: string }) {
  const { t } = useTranslation();
  const closing = useQuery(closureQuery);
  const keeping = useMutation(cancelClosure);
  const keep = () => keeping.mutate(undefined, { onSuccess: () => showToast({ title: t('closing.kept') }) });
  return (
    <>
      <PageHeader
        title={t('closing.title')}
        about={t('closing.on', { time, by: closing.data?.requestedBy ?? '' })}
      />
      <div className="flex flex-col items-start gap-4">
        <p className="max-w-prose">{t('closing.what')}</p>
        {closing.data?.out ? (
          <p className="max-w-prose">{t('closing.out', { count: closing.data.out })}</p>
        ) : null}
        <Button look="primary" disabled={keeping.isPending} onClick={keep}>
          {t('closing.keep')}
        </Button>
        {keeping.isError ? <Problem>{reasonOf(keeping.error)}</Problem> : null}
      </div>
      <DataSection closing={false} />
    </>
  );
}
