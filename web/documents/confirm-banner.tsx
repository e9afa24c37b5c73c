import { useMutation, useQuery } from '@tanstack/react-query';
import { MailCheck } from 'lucide-react';
import { useEffect } from 'react';
import type { CurrentUser } from '#contract/account.ts';
import { addressOf } from '#contract/address.ts';
import { mailPaths } from '#contract/paths.ts';
import { currentUserQuery } from '../api/account.ts';
import { queryClient } from '../api/query-client.ts';
import { installationQuery } from '../api/support.ts';
import { askToConfirmEmail, securityQuery } from '../api/security.ts';
import { Button } from '../parts/button.tsx';
import { dayAndTime } from '../parts/format.ts';
import { showToast } from '../kit/toast-store.ts';
import { useWords } from '../words.ts';
import { failureToast } from '../parts/outcome-toast.ts';

/** Says what waits for the address to be confirmed, and sends the mail again. */
export default function ConfirmBanner({ user }: { user: CurrentUser }) {
  const { t } = useWords();
  const asking = useMutation(askToConfirmEmail);
  useLookAgain();
  const ask = () =>
    asking.mutate(undefined, {
      onSuccess: () => showToast({ title: t('confirm.sent'), description: t('confirm.look', user) }),
      onError: failureToast(t('confirm.failed')),
    });
  return (
    <section
      aria-label={t('confirm.title')}
      className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-md bg-warn-soft px-4 py-3"
    >
      <MailCheck
        aria-hidden="true"
        className="mt-0.5 size-[18px] shrink-0 self-start stroke-[1.75] text-warn"
      />
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-medium">{t('confirm.title')}</p>
        <p className="break-words">{t('confirm.about', user)}</p>
        <UntilWhen />
        <WhereItLies />
      </div>
      <Button type="button" disabled={asking.isPending} onClick={ask}>
        {t('confirm.again')}
      </Button>
    </section>
  );
}

/** Whoever has just signed up and pays nothing is not waited for much longer than the mail may take. */
function UntilWhen() {
  const { t } = useWords();
  const security = useQuery(securityQuery).data;
  if (security?.managed !== 'here' || security.confirmBy === null) return null;
  return <p>{t('confirm.by', { time: dayAndTime(security.confirmBy) })}</p>;
}

/** Without a mail server nobody finds the mail in their mailbox. */
function WhereItLies() {
  const { t } = useWords();
  const installation = useQuery(installationQuery).data;
  if (installation?.mail !== 'outbox') return null;
  // The page is the server's own, outside this application, and lets its operator in alone (decision 0015).
  return (
    <p>
      {t('confirm.outbox')}{' '}
      <a href={addressOf(mailPaths.showOutbox)} target="_blank" rel="noreferrer" className="underline">
        {t('confirm.openOutbox')}
      </a>
    </p>
  );
}

/** The mail is often opened in another tab, or on a phone: whoever comes back here is asked about again. */
function useLookAgain(): void {
  useEffect(() => {
    const look = () => void queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey });
    window.addEventListener('focus', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      window.removeEventListener('focus', look);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
}
