import { useMutation, useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useParams } from 'react-router';
import type { ConnectRequest } from '#contract/accounts/apps.ts';
import { connectRequestQuery, decideConnection } from '../../api/apps.ts';
import { reasonOf } from '../../api/transport/request.ts';
import { Button } from '../../parts/button.tsx';
import { usePageTitle } from '../../parts/page-header.tsx';
import { Problem } from '../../parts/problem.tsx';
import { scopeText } from '../../parts/scope-words.ts';
import { SignInFirst } from '../../shell/sign-in-first.tsx';
import { Skeleton } from '../../parts/states.tsx';
import { useTranslation } from '../../words.ts';

/**
 * The consent page of an app. It asks the signed-in person for permission to act for them, and names the
 * account and the scopes.
 */
export function ConnectPage() {
  const { uid = '' } = useParams();
  const { t } = useTranslation();
  const { data, error, isPending } = useQuery(connectRequestQuery(uid));
  if (data === null) return <SignInFirst />;
  return (
    <main className="grid min-h-dvh place-items-center px-4 py-10">
      <section className="w-full max-w-md rounded-lg border border-line bg-surface p-5 shadow-card sm:p-6">
        {isPending ? <Skeleton className="h-60" /> : null}
        {data ? <Question uid={uid} asked={data} /> : null}
        {error ? (
          <>
            <h1 className="font-serif text-2xl tracking-[-0.015em]">{t('connect.over')}</h1>
            <p role="alert" className="mt-2 text-muted">
              {reasonOf(error)}
            </p>
          </>
        ) : null}
      </section>
    </main>
  );
}

function Question({ uid, asked: request }: { uid: string; asked: ConnectRequest }) {
  const { t } = useTranslation();
  const deciding = useMutation(decideConnection);
  const { app, host, scopes, forTools, account, email } = request;
  const title = t('connect.title', { app });
  usePageTitle(title);
  // The browser is about to open the app's URL, so the buttons remain disabled.
  const busy = deciding.isPending || deciding.isSuccess;
  const decide = (allow: boolean) =>
    deciding.mutate({ uid, allow }, { onSuccess: ({ url }) => window.location.assign(url) });
  return (
    <>
      <h1 className="font-serif text-2xl tracking-[-0.015em] break-words">{title}</h1>
      <p className="mt-2 break-words">
        {account ? t('connect.as', { email, account }) : t('connect.asSelf', { email })}
      </p>
      <h2 className="mt-5 text-sm">{t('keys.scopes')}</h2>
      <ul className="mt-1.5 flex flex-col gap-1.5">
        {scopes.map((scope) => (
          <li key={scope} className="flex gap-2">
            <Check aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-ok" />
            {scopeText(t, scope)}
          </li>
        ))}
      </ul>
      {forTools ? <p className="mt-4 rounded-md bg-ink-soft px-3.5 py-2.5">{t('connect.tools')}</p> : null}
      <p className="mt-4 text-muted">{t('connect.never')}</p>
      <p className="mt-2 break-words text-muted">{t('connect.host', { host })}</p>
      {deciding.isError ? <Problem className="mt-4">{reasonOf(deciding.error)}</Problem> : null}
      <div className="mt-5 flex flex-wrap gap-2">
        <Button look="primary" disabled={busy} onClick={() => decide(true)}>
          {t('connect.allow')}
        </Button>
        <Button disabled={busy} onClick={() => decide(false)}>
          {t('connect.deny')}
        </Button>
      </div>
    </>
  );
}
