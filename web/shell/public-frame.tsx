import type { ReactNode } from 'react';
import { Link, Outlet, ScrollRestoration } from 'react-router';
import { loginAddress } from '../api/transport/go-to-login.ts';
import { Button } from '../parts/button.tsx';
import { productName } from '../kit/product-name.ts';
import { Logo } from '../parts/logo.tsx';
import { useTranslation } from '../words.ts';
import { PublicFooter } from './public-footer.tsx';
import { ThemeToggle } from './theme-toggle.tsx';

/**
 * The frame of pages that can be read without signing in, such as the legal pages, verification and support.
 */
export function PublicFrame() {
  return (
    <>
      <PublicPage>
        <Outlet />
      </PublicPage>
      <ScrollRestoration />
    </>
  );
}

export function PublicPage({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div className="flex min-h-dvh flex-col bg-paper">
      <header className="sticky top-0 z-30 border-b border-line bg-paper">
        <div className="mx-auto flex h-16 max-w-[1120px] items-center gap-2 px-4 sm:px-8">
          <Link
            to="/"
            aria-label={t('footer.home', { service: productName() })}
            className="finger flex rounded-md"
          >
            <Logo wordClassName="max-[18rem]:sr-only" />
          </Link>
          <div className="flex-1" />
          <span className="max-sm:hidden">
            <ThemeToggle />
          </span>
          <Button asChild>
            <a href={loginAddress}>{t('landing.signIn')}</a>
          </Button>
        </div>
      </header>
      <main className="mx-auto w-full max-w-[1120px] flex-1 px-4 py-8 sm:px-8 sm:py-12">{children}</main>
      <PublicFooter />
    </div>
  );
}
