import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { currentUserQuery } from './api/account.ts';
import { Spinner } from './parts/spinner.tsx';
import { publicPages } from './public-pages.tsx';
import { OnboardingFrame } from './shell/onboarding-frame.tsx';
import { Shortcuts } from './shell/palette/shortcuts.tsx';
import { Shell } from './shell/shell.tsx';

const ClosingPage = lazy(() => import('./pages/settings/closing-page.tsx'));
const OnboardingPage = lazy(() => import('./pages/onboarding/onboarding-page.tsx'));

/** Without a plan there is only the onboarding, on /onboarding and on / (specification §2), and what is public. */
export function PlanGate() {
  const { pathname } = useLocation();
  const planless = usePlanless();
  const closing = useClosing();
  if (closing && !publicPages.some(({ path }) => path === pathname)) {
    return (
      <OnboardingFrame>
        <Suspense fallback={<Spinner className="h-dvh" />}>
          <ClosingPage />
        </Suspense>
      </OnboardingFrame>
    );
  }
  if (!planless) {
    return (
      <>
        <Outlet />
        <Shortcuts />
      </>
    );
  }
  if (pathname === '/') {
    return (
      <Suspense fallback={<Spinner className="h-dvh" />}>
        <OnboardingPage />
      </Suspense>
    );
  }
  const open = pathname === '/onboarding' || publicPages.some(({ path }) => path === pathname);
  return open ? <Outlet /> : <Navigate to="/onboarding" replace />;
}

/** The frame around what is inside the gate: the whole shell only makes sense with a plan. */
export function MemberFrame() {
  if (!usePlanless()) return <Shell />;
  return (
    <OnboardingFrame>
      <Outlet />
    </OnboardingFrame>
  );
}

function usePlanless(): boolean {
  const { data: user } = useQuery(currentUserQuery);
  return user?.planType === '';
}

function useClosing(): boolean {
  const { data: user } = useQuery(currentUserQuery);
  return typeof user?.closesAt === 'string';
}
