import { useMutation, useQuery } from '@tanstack/react-query';
import { Lock, Users } from 'lucide-react';
import { currentUserQuery } from '../api/account.ts';
import { shareThing } from '../api/sharing.ts';
import { membersQuery } from '../api/team.ts';
import { doneToast, failureToast } from '../parts/outcome-toast.ts';
import { MenuItem } from '../parts/menu.tsx';
import { useWords } from '../words.ts';

/** Whether there is anybody from whom something could be kept. Asked when a menu opens. */
export function useOthers(): boolean {
  return (useQuery(membersQuery).data?.length ?? 1) > 1;
}

type Props = {
  kind: 'template' | 'contact';
  /** `ownerId`: whose it is; without one anybody may say who sees it. */
  thing: { id: string; private: boolean; ownerId?: string };
};

/** Keeps a template or a contact to oneself, or shares it with the account. */
export function SharingItem({ kind, thing }: Props) {
  const { t } = useWords();
  const user = useQuery(currentUserQuery).data;
  const others = useOthers();
  const sharing = useMutation(shareThing);
  const mine =
    thing.ownerId === undefined || thing.ownerId === user?.id || user?.can.includes('team.manage') === true;
  if (!mine || (!others && !thing.private)) return null;
  const to = !thing.private;
  // The promise tells how it went: the menu is gone before the answer, and callbacks of `mutate` with it.
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
