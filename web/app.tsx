import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { currentUserQuery } from './api/account.ts';
import { onSessionEnd, reasonOf, sessionRefusal } from './api/transport/request.ts';
import { PageWaiting } from './parts/page-waiting.tsx';
import { ErrorState } from './parts/states.tsx';
import { showToast } from './kit/toast-store.ts';
import { useWasTrue } from './parts/use-ever-true.ts';
import { signInAgain } from './api/transport/go-to-login.ts';
import { routes } from './routes.tsx';
import { OfflineNotice } from './shell/offline-notice.tsx';
import { useTranslation } from './words.ts';

const Visitors = lazy(() => import('./visitors.tsx'));
const RemovedPage = lazy(() => import('./shell/removed-page.tsx'));

/** Created on first use, because two routers at the same time would both handle navigation. */
let router: ReturnType<typeof createBrowserRouter> | undefined;
const membersRouter = () => (router ??= createBrowserRouter(routes));

/** When signed out, almost every path shows the landing page (specification §2). */
export function App() {
  const user = useQuery(currentUserQuery);
  const member = useWasTrue(Boolean(user.data));
  const removed = useUnauthorized(member);
  if (user.isPending) return <PageWaiting />;
  // Signed-in members keep the page with all their input until they are redirected to sign in.
  if (user.isError && !member) {
    return (
      <main className="grid min-h-dvh place-items-center">
        <ErrorState reason={reasonOf(user.error)} onRetry={() => void user.refetch()} />
      </main>
    );
  }
  return (
    <Suspense fallback={<PageWaiting />}>
      {removed === null ? null : <RemovedPage reason={removed} />}
      {removed !== null ? null : member ? (
        <>
          <RouterProvider router={membersRouter()} />
          <OfflineNotice />
        </>
      ) : (
        <Visitors />
      )}
    </Suspense>
  );
}

/** Long enough, in milliseconds, to read the message (specification §9). */
const redirectDelay = 500;

/**
 * Shows one message when the session ends during use, then redirects to the sign-in page. A removed member is
 * not redirected. Instead, the reason is returned and shown in place of the page.
 */
function useUnauthorized(signedIn: boolean): string | null {
  const { t } = useTranslation();
  const isShown = useRef(false);
  const [removed, setRemoved] = useState<string | null>(null);
  useEffect(() => {
    if (!signedIn) return;
    return onSessionEnd(() => {
      if (isShown.current) return;
      isShown.current = true;
      const refusal = sessionRefusal();
      if (refusal?.code === 'member-removed') return setRemoved(reasonOf(refusal));
      showToast({ title: t('unauthorized.title'), description: t('unauthorized.text'), look: 'danger' });
      window.setTimeout(signInAgain, redirectDelay);
    });
  }, [signedIn, t]);
  return removed;
}
