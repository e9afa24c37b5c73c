import { useMutation, useQuery } from '@tanstack/react-query';
import { Lock, Users } from 'lucide-react';
import { currentUserQuery } from '../api/account.ts';
import { shareThing } from '../api/sharing.ts';
import { membersQuery } from '../api/team.ts';
import { doneToast, failureToast } from '../parts/dialogs/outcome-toast.ts';
import { MenuItem } from '../parts/dialogs/menu.tsx';
import { useTranslation } from '../words.ts';

/**
 * Returns true if the account has other members, from whom something could be kept private. Requested when a
 * menu opens.
 */
export function useOthers(): boolean {
  return (useQuery(membersQuery).data?.length ?? 1) > 1;
}

type Props = {
  kind: 'template' | 'contact';
  /** `ownerId` is the owner. Without one, any member may change the visibility. */
  thing: { id: string; private: boolean; ownerId?: string };
};

/** Makes a template or a contact private, or shares it with the account. */
export function SharingItem({ kind, thing }: Props) {
  const { t } = useTranslation();
  const user = useQuery(currentUserQuery).data;
  const others = useOthers();
  const sharing = useMutation(shareThing);
  const mine =
    thing.ownerId === undefined || thing.ownerId === user?.id || user?.can.includes('team.manage') === true;
  if (!mine || (!others && !thing.private)) return null;
  const to = !thing.private;
  // Uses the promise, because the menu is unmounted before the response arrives, and so are the callbacks of
  // `mutate`.
  const share = () =>
    void sharing
      .mutateAsync({ kind, id: thing.id, private: to })
      .then(
        doneToast({ title: t(to ? 'sharing.isPrivate' : 'sharing.isShared') }),
        failureToast(t('sharing.failed')),
      );
  return (
    <MenuItem icon={to ? Lock : Users} onSelect={share}>
      {t(to ? 'sharing.keep' : 'sharing.share')}
    </MenuItem>
  );
}
