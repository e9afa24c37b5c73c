import { useQuery } from '@tanstack/react-query';
import { preferencesQuery } from '../../../api/preferences.ts';
import { useTranslation } from '../../../words.ts';
import { NotificationsSection } from '../notifications-section.tsx';
import { AreaPage } from './area-page.tsx';

export function NotificationsArea() {
  const { t } = useTranslation();
  const preferences = useQuery(preferencesQuery);
  return (
    <AreaPage name={t('settings.notifications')} queries={[preferences]}>
      {() => <NotificationsSection preferences={preferences.data!} />}
    </AreaPage>
  );
}
