import { useQuery } from '@tanstack/react-query';
import { currentUserQuery } from '../api/account.ts';
import { lazyPart } from '../parts/lazy-part.tsx';

/**
 * Renders nothing if loading fails, because members who need it also see the reason when an action is
 * refused.
 */
const ConfirmBanner = lazyPart(async () => (await import('./confirm-banner.tsx')).default, {
  Failed: () => null,
});

/** Asks to confirm the address. Renders nothing once it is confirmed, which is the usual case. */
export function ConfirmAddress() {
  const user = useQuery(currentUserQuery).data;
  if (user?.emailConfirmed !== false) return null;
  return <ConfirmBanner user={user} />;
}
