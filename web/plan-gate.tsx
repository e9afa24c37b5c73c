import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { currentUserQuery } from './api/account.ts';
import { Button } from './parts/button.tsx';
import { EmptyState } from './parts/states.tsx';
import { PageWaiting } from './parts/page-waiting.tsx';
import { publicPages } from './public-pages.tsx';
import { OnboardingFrame } from './shell/onboarding-frame.tsx';
import { Shortcuts } from './shell/palette/shortcuts.tsx';
import { useTranslation } from './words.ts';
import { Shell } from './shell/shell.tsx';

const ClosurePage = lazy(() => import('./pages/settings/closure-page.tsx'));
const OnboardingPage = lazy(() => import('./pages/onboarding/onboarding-page.tsx'));

/**
 * Without a plan, only the onboarding (/onboarding and /) and the public pages are available (specification
 * §2).
 */
export function PlanGate() {
  const { pathname } = useLocation();
  const planless = usePlanless();
  const closing = useClosing();
  const { data: user } = useQuery(currentUserQuery);
  const isPublic = publicPages.some(({ path }) => path === pathname);
  // Until the second factor is set up, only the pages for setting it up are available.
  if (user?.twoFactorMissing && !user.signOnAt && pathname !== '/settings/security' && !isPublic)
    return <Navigate to="/settings/security" replace />;
  if (user?.signOnAt && !isPublic) {
    return (
      <OnboardingFrame>
        <SignOnElsewhere address={user.signOnAt} />
      </OnboardingFrame>
    );
  }
  if (closing && !isPublic) {
    return (
      <OnboardingFrame>
        <Suspense fallback={<PageWaiting />}>
          <ClosurePage />
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
      <Suspense fallback={<PageWaiting />}>
        <OnboardingPage />
      </Suspense>
    );
  }
  const open = pathname === '/onboarding' || isPublic;
  return open ? <Outlet /> : <Navigate to="/onboarding" replace />;
}

/** Members of this domain must sign in at their account's provider, so this session has no access. */
function SignOnElsewhere({ address }: { address: string }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      icon={KeyRound}
      title={t('signOn.required')}
      action={
        <Button asChild look="primary">
          <a href={address}>{t('signOn.go')}</a>
        </Button>
      }
    >
      {t('signOn.requiredAbout')}
    </EmptyState>
  );
}

/** The frame inside the plan gate, because the full shell requires a plan. */
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
