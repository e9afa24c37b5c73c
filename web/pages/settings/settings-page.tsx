import { useQuery } from '@tanstack/react-query';
import { Navigate, useLocation } from 'react-router';
import { currentUserQuery } from '../../api/account.ts';
import { preferencesQuery } from '../../api/preferences.ts';
import { securityQuery } from '../../api/security.ts';
import { useTranslation } from '../../words.ts';
import { AreaPage } from './areas/area-page.tsx';
import { addressOfSection, isMoved } from '../../parts/settings-areas.ts';
import { PreferencesSection } from './preferences-section.tsx';
import { ProfileSection } from './profile-section.tsx';

/** The first area of the settings (specification §2). Every change is saved immediately. */
export function SettingsPage() {
  const { t } = useTranslation();
  const section = useLocation().hash.slice(1);
  const user = useQuery(currentUserQuery);
  const preferences = useQuery(preferencesQuery);
  const security = useQuery(securityQuery);
  if (isMoved(section)) return <Navigate to={addressOfSection(section)} replace />;
  return (
    <AreaPage name={t('settings.title')} about={t('settings.about')} queries={[user, preferences, security]}>
      {() => (
        <>
          <ProfileSection user={user.data!} security={security.data!} />
          <PreferencesSection preferences={preferences.data!} />
        </>
      )}
    </AreaPage>
  );
}
