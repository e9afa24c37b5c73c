import type { ReactNode } from 'react';
import { Link, ScrollRestoration } from 'react-router';
import { productName } from '../kit/product-name.ts';
import { Logo } from '../parts/logo.tsx';
import { useTranslation } from '../words.ts';
import { AccountMenu } from './account-menu.tsx';
import { ThemeToggle } from './theme-toggle.tsx';

/** The frame of the onboarding, and of public pages for members without a plan. */
export function OnboardingFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div className="flex min-h-dvh flex-col bg-paper">
      <header className="sticky top-0 z-30 border-b border-line bg-surface">
        <div className="mx-auto flex h-14 max-w-[1120px] items-center gap-3 px-4 sm:px-8">
          <Link
            to="/"
            aria-label={t('onboarding.home', { service: productName() })}
            className="finger flex rounded-md"
          >
            <Logo wordClassName="max-[16rem]:hidden" />
          </Link>
          <div className="flex-1" />
          <ThemeToggle />
          <AccountMenu />
        </div>
      </header>
      <main className="mx-auto w-full max-w-[1120px] flex-1 px-4 py-8 sm:px-8 sm:py-12">{children}</main>
      <ScrollRestoration />
    </div>
  );
}
