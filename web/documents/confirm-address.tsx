import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { currentUserQuery } from '../api/account.ts';

const ConfirmBanner = lazy(() => import('./confirm-banner.tsx'));

/** Asks for the address to be confirmed; nothing once it is, as it is for nearly everybody. */
export function ConfirmAddress() {
  const user = useQuery(currentUserQuery).data;
  if (user?.emailConfirmed !== false) return null;
  return (
    <Suspense fallback={null}>
      <ConfirmBanner user={user} />
    </Suspense>
  );
}
