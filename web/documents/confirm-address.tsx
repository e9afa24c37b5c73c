import { useQuery } from '@tanstack/react-query';
import { currentUserQuery } from '../api/account.ts';
import { lazyPart } from '../parts/lazy-part.tsx';

/** Where it cannot be loaded, nothing is said: whoever needs it is told by what they are refused. */
const ConfirmBanner = lazyPart(async () => (await import('./confirm-banner.tsx')).default, {
  Failed: () => null,
});

/** Asks for the address to be confirmed; nothing once it is, as it is for nearly everybody. */
export function ConfirmAddress() {
  const user = useQuery(currentUserQuery).data;
  if (user?.emailConfirmed !== false) return null;
  return <ConfirmBanner user={user} />;
}
