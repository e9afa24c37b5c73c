import { useMutation, useQuery } from '@tanstack/react-query';
import { MailCheck } from 'lucide-react';
import { useEffect } from 'react';
import type { CurrentUser } from '#contract/accounts/account.ts';
import { addressOf } from '#contract/address.ts';
import { mailPaths } from '#contract/paths.ts';
import { currentUserQuery } from '../api/account.ts';
import { queryClient } from '../api/transport/query-client.ts';
import { installationQuery } from '../api/support.ts';
import { requestEmailConfirmation, securityQuery } from '../api/security.ts';
import { Button } from '../parts/button.tsx';
import { dayAndTime } from '../parts/format.ts';
import { showToast } from '../kit/toast-store.ts';
import { useTranslation } from '../words.ts';
import { failureToast } from '../parts/dialogs/outcome-toast.ts';

/** Lists what requires a confirmed address, and resends the email. */
export default function ConfirmBanner({ user }: { user: CurrentUser }) {
  const { t } = useTranslation();
  const asking = useMutation(requestEmailConfirmation);
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

/** An unconfirmed new account without a payment is deleted soon after the email's link expires. */
function UntilWhen() {
  const { t } = useTranslation();
  const security = useQuery(securityQuery).data;
  if (security?.managed !== 'here' || security.confirmBy === null) return null;
  return <p>{t('confirm.by', { time: dayAndTime(security.confirmBy) })}</p>;
}

/** Shown if there is no mail server, because the email does not reach the member's mailbox. */
function WhereItLies() {
  const { t } = useTranslation();
  const installation = useQuery(installationQuery).data;
  if (installation?.mail !== 'outbox') return null;
  // The server renders the outbox outside this application, and only the operator may open it (decision
  // 0015).
  return (
    <p>
      {t('confirm.outbox')}{' '}
      <a href={addressOf(mailPaths.showOutbox)} target="_blank" rel="noreferrer" className="underline">
        {t('confirm.openOutbox')}
      </a>
    </p>
  );
}

/**
 * The email is often opened in another tab or on a phone, so the state is checked again when the member
 * returns here.
 */
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
