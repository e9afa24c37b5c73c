import { useMutation, useQuery } from '@tanstack/react-query';
import { currentUserQuery, closureQuery, cancelClosure } from '../../api/account.ts';
import { useDeferredTexts, type TranslateOf } from '../../api/later-words.ts';
import { reasonOf } from '../../api/transport/request.ts';
import { showToast } from '../../kit/toast-store.ts';
import { Button } from '../../parts/button.tsx';
import { dayAndTime } from '../../parts/format.ts';
import { PageHeader } from '../../parts/page-header.tsx';
import { Problem } from '../../parts/problem.tsx';
import { DataSection } from './data-section.tsx';

/** The only page of an account that is being closed. */
export default function ClosurePage() {
  const say = useDeferredTexts('pages');
  const { data: user } = useQuery(currentUserQuery);
  if (!say) return null;
  const time = user?.closesAt ? dayAndTime(user.closesAt) : '';
  return (
    <div className="flex max-w-[960px] flex-col gap-8">
      {user?.can.includes('account.close') ? (
        <Owners time={time} say={say} />
      ) : (
        <PageHeader title={say('closing.title')} about={say('closing.others', { time })} />
      )}
    </div>
  );
}

function Owners({ time, say }: { time: string; say: TranslateOf<'pages'> }) {
  const closing = useQuery(closureQuery);
  const keeping = useMutation(cancelClosure);
  const keep = () =>
    keeping.mutate(undefined, { onSuccess: () => showToast({ title: say('closing.kept') }) });
  return (
    <>
      <PageHeader
        title={say('closing.title')}
        about={say('closing.on', { time, by: closing.data?.requestedBy ?? '' })}
      />
      <div className="flex flex-col items-start gap-4">
        <p className="max-w-prose">{say('closing.what')}</p>
        {closing.data?.out ? (
          <p className="max-w-prose">{say('closing.out', { count: closing.data.out })}</p>
        ) : null}
        <Button look="primary" disabled={keeping.isPending} onClick={keep}>
          {say('closing.keep')}
        </Button>
        {keeping.isError ? <Problem>{reasonOf(keeping.error)}</Problem> : null}
      </div>
      <DataSection closing={false} />
    </>
  );
}
