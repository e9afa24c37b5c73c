import { useMutation, useQuery } from '@tanstack/react-query';
import {
  CreditCard,
  FileText,
  Inbox,
  Keyboard,
  LayoutDashboard,
  LayoutTemplate,
  LifeBuoy,
  LogOut,
  Moon,
  Plus,
  ScrollText,
  Settings,
  ShieldCheck,
  Sun,
  Trash2,
  Upload,
  UserCog,
  UserPlus,
  Users,
  type LucideIcon,
} from 'lucide-react';
import { useNavigate } from 'react-router';
import { currentUserQuery } from '../../api/account.ts';
import { signOut } from '../../api/transport/go-to-login.ts';
import { savePreferences } from '../../api/preferences.ts';
import { chooseTheme, currentTheme } from '../../parts/theme.ts';
import { addressOfSection } from '../../parts/settings-areas.ts';
import { useTranslation } from '../../words.ts';

export type Command = { key: string; icon: LucideIcon; text: string; detail?: string; run: () => void };
export type CommandGroup = { title: string; commands: readonly Command[] };

/** Actions and pages that are offered for any input */
export function useCommands(onHelp: () => void): CommandGroup[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const save = useMutation(savePreferences);
  const other = currentTheme() === 'dark' ? 'light' : 'dark';
  const to = (path: string, icon: LucideIcon, text: string): Command => ({
    key: path,
    icon,
    text,
    run: () => void navigate(path),
  });
  const theme = () => {
    chooseTheme(other);
    save.mutate({ theme: other });
  };
  return [
    {
      title: t('palette.actions'),
      commands: [
        to('/upload', Upload, t('dashboard.upload')),
        to('/templates?dialog=create', Plus, t('palette.newTemplate')),
        to('/contacts?dialog=add', UserPlus, t('palette.addContact')),
        to('/verify', ShieldCheck, t('palette.verify')),
        {
          key: 'theme',
          icon: other === 'dark' ? Moon : Sun,
          text: other === 'dark' ? t('shell.toDark') : t('shell.toLight'),
          run: theme,
        },
        { key: 'help', icon: Keyboard, text: t('shortcuts.title'), run: onHelp },
        {
          key: 'sign-out',
          icon: LogOut,
          text: t('shell.signOut'),
          run: signOut,
        },
      ],
    },
    {
      title: t('palette.pages'),
      commands: [
        to('/', LayoutDashboard, t('shell.dashboard')),
        to('/documents', FileText, t('shell.documents')),
        to('/for-you', Inbox, t('shell.forYou')),
        to('/templates', LayoutTemplate, t('shell.templates')),
        to('/contacts', Users, t('shell.contacts')),
        to('/audit', ScrollText, t('shell.audit')),
        to('/user-management', UserCog, t('shell.userManagement')),
        to('/billing', CreditCard, t('palette.billing')),
        to('/settings', Settings, t('palette.settings')),
        to('/documents/bin', Trash2, t('library.bin')),
        to('/support', LifeBuoy, t('shell.support')),
      ],
    },
  ];
}

/** The many areas of the settings are offered only while typing, and only those that the member has. */
export function useSettingsCommands(): CommandGroup {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { data: user } = useQuery(currentUserQuery);
  const can = user?.can ?? [];
  const sections: [id: string, text: string, offered?: boolean][] = [
    ['profile', t('settings.profile')],
    ['brand', t('brand.title'), can.includes('brand.edit')],
    ['notifications', t('bell.settings')],
    ['security', t('settings.security')],
    ['security', t('settings.password')],
    ['security', t('settings.twoFactor')],
    ['security', t('settings.passkeys')],
    ['sessions', t('settings.sessions')],
    ['api', t('keys.title'), can.includes('key.manage')],
    ['preferences', t('settings.preferences')],
    ['preferences', t('settings.language')],
    ['preferences', t('settings.timezone')],
    ['webhooks', t('webhooks.title'), can.includes('webhook.read')],
    ['destinations', t('destinations.title'), can.includes('webhook.read')],
    ['data', t('data.title'), can.includes('account.export')],
  ];
  return {
    title: t('palette.settings'),
    commands: sections
      .filter(([, , offered = true]) => offered)
      .map(([id, text]) => ({
        key: `settings-${text}`,
        icon: Settings,
        text,
        run: () => void navigate(addressOfSection(id)),
      })),
  };
}

/**
 * Returns the commands with words that begin with or contain everything typed: 'aud tr' finds 'Audit Trail'.
 */
export function matching(groups: readonly CommandGroup[], typed: string): CommandGroup[] {
  const words = fold(typed).split(/\s+/);
  return groups.map(({ title, commands }) => ({
    title,
    commands: commands.filter(({ text }) => words.every((word) => fold(text).includes(word))),
  }));
}

function fold(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();
}
