import { useMutation } from '@tanstack/react-query';
import type { PreferencesAnswer } from '#contract/accounts/preferences.ts';
import { noticeChannels, noticeKindNames, type NoticeKind } from '#core/notice/kinds.ts';
import { savePreferences } from '../../api/preferences.ts';
import { failureToast } from '../../parts/dialogs/outcome-toast.ts';
import { Switch } from '../../parts/forms/switch.tsx';
import { useTranslation } from '../../words.ts';
import { SettingsSection } from './settings-section.tsx';

/** The member's notifications by channel: in the application and by email. */
export function NotificationsSection({ preferences }: { preferences: PreferencesAnswer }) {
  const { t } = useTranslation();
  return (
    <SettingsSection
      id="notifications"
      title={t('settings.notifications')}
      about={t('settings.notificationsAbout')}
    >
      <table className="w-full rounded-lg border border-line bg-surface shadow-card [border-collapse:separate] [border-spacing:0]">
        <caption className="sr-only">{t('settings.notifications')}</caption>
        <thead>
          <tr className="text-muted">
            <th scope="col" className="px-4 py-2.5 text-start font-medium sm:px-5">
              {t('settings.news')}
            </th>
            {noticeChannels.map((channel) => (
              <th key={channel} scope="col" className="w-20 px-2 py-2.5 text-center font-medium">
                {t(`settings.channel.${channel}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {noticeKindNames.map((kind) => (
            <KindRow key={kind} kind={kind} chosen={preferences.notifications[kind]} />
          ))}
        </tbody>
      </table>
    </SettingsSection>
  );
}

type RowProps = { kind: NoticeKind; chosen: PreferencesAnswer['notifications'][NoticeKind] };

function KindRow({ kind, chosen }: RowProps) {
  const { t } = useTranslation();
  const saving = useMutation(savePreferences);
  const name = t(`settings.kind.${kind}`);
  const choose = (channel: 'inApp' | 'mail', wanted: boolean) =>
    saving.mutate(
      { notifications: { [kind]: { [channel]: wanted } } },
      {
        onError: failureToast(t('settings.failed')),
      },
    );
  // The switch moves immediately. The server's response determines its final position.
  const moving = saving.isPending ? saving.variables.notifications?.[kind] : undefined;
  return (
    <tr>
      <th scope="row" className="border-t border-line px-4 py-3 text-start font-normal sm:px-5">
        {name}
      </th>
      {noticeChannels.map((channel) => (
        <td key={channel} className="border-t border-line px-2 py-3 text-center align-middle">
          {chosen[channel] === null ? (
            <span className="text-muted" aria-label={t('settings.noChannel')} role="note">
              –
            </span>
          ) : (
            <Switch
              checked={moving?.[channel] ?? chosen[channel]}
              aria-label={t('settings.switchName', { name, channel: t(`settings.channel.${channel}`) })}
              onChange={(wanted) => choose(channel, wanted)}
            />
          )}
        </td>
      ))}
    </tr>
  );
}
