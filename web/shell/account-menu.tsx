import { useMutation, useQuery } from '@tanstack/react-query';
import { Building2, Check, LogOut, Settings, UserRound, Wrench } from 'lucide-react';
import { useNavigate } from 'react-router';
import { planNamed } from '#core/plan/plans.ts';
import { signOut } from '../api/transport/go-to-login.ts';
import { avatarInitials, currentUserQuery, displayName } from '../api/account.ts';
import { accountsQuery, enterAccount } from '../api/team.ts';
import { Avatar } from '../parts/people/avatar.tsx';
import { Badge } from '../parts/badge.tsx';
import { failureToast } from '../parts/dialogs/outcome-toast.ts';
import { OneLine } from '../parts/one-line.tsx';
import { Menu, MenuItem, MenuLine } from '../parts/dialogs/menu.tsx';
import { arePlansOff } from '../plans/plans-off.ts';
import { useTranslation } from '../words.ts';

/** The signed-in member, their plan if plans are sold, and the sign-out button. */
export function AccountMenu() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { data: user } = useQuery(currentUserQuery);
  if (!user) return null;
  const name = displayName(user);
  return (
    <div className="flex min-w-0 items-center gap-3">
      <span className="hidden truncate lg:inline">{name}</span>
      {arePlansOff() ? null : (
        <span className="hidden sm:inline-flex">
          <Badge tone="ink">{t('plan.badge', { plan: t(`plan.${planNamed(user.planType)}`) })}</Badge>
        </span>
      )}
      <Menu
        trigger={
          <button
            type="button"
            aria-label={t('shell.account', { name, initials: avatarInitials(user) })}
            className="grid shrink-0 place-items-center rounded-full pointer-coarse:size-11"
          >
            <Avatar photo={user.photo} initials={avatarInitials(user)} className="size-8 text-xs" />
          </button>
        }
      >
        <div className="px-2.5 py-1.5">
          <p className="max-w-60 truncate font-medium">{name}</p>
          <OneLine className="max-w-60 text-xs text-muted">{user.email}</OneLine>
        </div>
        <AccountSwitch />
        <MenuLine />
        <MenuItem icon={UserRound} onSelect={() => void navigate('/settings')}>
          {t('shell.profile')}
        </MenuItem>
        <MenuItem icon={Settings} onSelect={() => void navigate('/settings')}>
          {t('shell.settings')}
        </MenuItem>
        {user.isOperator ? (
          <MenuItem icon={Wrench} onSelect={() => void navigate('/operator')}>
            {t('shell.operator')}
          </MenuItem>
        ) : null}
        <MenuItem icon={LogOut} onSelect={signOut}>
          {t('shell.signOut')}
        </MenuItem>
      </Menu>
    </div>
  );
}

/**
 * Switches between the accounts of a member. It reloads the whole page, so that no state of one account
 * remains in the other.
 */
function AccountSwitch() {
  const { t } = useTranslation();
  const { data: accounts } = useQuery(accountsQuery);
  // Handled here and not in the mutation, because the menu is unmounted before the response arrives.
  const entering = useMutation({
    ...enterAccount,
    onSuccess: () => window.location.assign('/'),
    onError: failureToast(t('team.failed')),
  });
  if (!accounts || accounts.length < 2) return null;
  return (
    <>
      <MenuLine />
      <p className="px-2.5 py-1 text-xs text-muted">{t('shell.accounts')}</p>
      {accounts.map(({ id, title, current }) => (
        <MenuItem
          key={id}
          icon={current ? Check : Building2}
          {...(current && { 'aria-current': true as const })}
          onSelect={() => (current ? undefined : entering.mutate(id))}
        >
          <bdi className="max-w-52 truncate">{title}</bdi>
        </MenuItem>
      ))}
    </>
  );
}
