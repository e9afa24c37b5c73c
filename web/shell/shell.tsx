import { useMutation } from '@tanstack/react-query';
import { Menu as MenuIcon } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Link, Outlet, ScrollRestoration } from 'react-router';
import { savePreferences } from '../api/preferences.ts';
import { ConfirmAddress } from '../documents/confirm-address.tsx';
import { Button } from '../parts/button.tsx';
import { productName } from '../kit/product-name.ts';
import { Logo } from '../parts/logo.tsx';
import { lazyDialog } from '../parts/lazy-part.tsx';
import { Skeleton } from '../parts/states.tsx';
import { useWasTrue } from '../parts/use-ever-true.ts';
import { useTranslation } from '../words.ts';
import { AccountMenu } from './account-menu.tsx';
import { Bell } from './bell.tsx';
import { FindButton } from './find-button.tsx';
import { Navigation } from './navigation.tsx';
import { ThemeToggle } from './theme-toggle.tsx';
import { UsageCard } from './usage-card.tsx';

const Sheet = lazyDialog(
  async () => (await import('../parts/dialogs/sheet.tsx')).Sheet,
  (t) => t('shell.navigation'),
);

/** The frame of every page for signed-in members, with a fixed header and the navigation next to the page. */
export function Shell() {
  const { t } = useTranslation();
  const save = useMutation(savePreferences);
  const [sheetOpen, setSheetOpen] = useState(false);
  const sheetWanted = useWasTrue(sheetOpen);
  return (
    <>
      <a
        href="#content"
        className="fixed top-2 start-2 z-50 -translate-y-16 rounded-md bg-surface px-3 py-2 focus:translate-y-0 focus:shadow-lift"
      >
        {t('shell.skip')}
      </a>
      <header className="fixed inset-x-0 top-0 z-30 flex h-14 items-center gap-1 border-b border-line bg-surface px-2 sm:gap-3 sm:px-5">
        <Button
          look="quiet"
          size="icon"
          className="lg:hidden"
          aria-label={t('shell.openNavigation')}
          onClick={() => setSheetOpen(true)}
        >
          <MenuIcon aria-hidden="true" />
        </Button>
        <Link
          to="/"
          aria-label={t('shell.home', { service: productName() })}
          className="finger flex shrink-0 rounded-md lg:w-[210px]"
        >
          <Logo wordClassName="max-sm:hidden" />
        </Link>
        <div className="flex min-w-0 flex-1 justify-end md:justify-start">
          <FindButton />
        </div>
        <ThemeToggle onChoose={(theme) => save.mutate({ theme })} />
        <Bell />
        <AccountMenu />
      </header>
      <div className="fixed top-14 bottom-0 start-0 hidden w-60 flex-col border-e border-line p-3 lg:flex">
        <Navigation />
        <div className="flex-1" />
        <UsageCard />
      </div>
      {sheetWanted ? (
        <Sheet open={sheetOpen} onClose={() => setSheetOpen(false)} title={t('shell.navigation')} from="left">
          <div className="flex min-h-full flex-col gap-6">
            <Navigation onNavigate={() => setSheetOpen(false)} />
            <div className="flex-1" />
            <UsageCard />
          </div>
        </Sheet>
      ) : null}
      <main id="content" tabIndex={-1} className="pt-14 outline-none lg:ps-60">
        <div className="mx-auto max-w-[1200px] px-4 py-6 sm:px-8 sm:py-9 lg:px-10">
          <ConfirmAddress />
          <Suspense fallback={<Skeleton className="h-40 rounded-lg" />}>
            <Outlet />
          </Suspense>
        </div>
      </main>
      <ScrollRestoration />
    </>
  );
}
