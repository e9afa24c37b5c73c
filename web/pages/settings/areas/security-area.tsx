import { useQuery } from '@tanstack/react-query';
import { ShieldAlert } from 'lucide-react';
import { currentUserQuery } from '../../../api/account.ts';
import { securityQuery } from '../../../api/security.ts';
import { useTranslation } from '../../../words.ts';
import { SecuritySection } from '../security/security-section.tsx';
import { SessionsSection } from '../security/sessions-section.tsx';
import { AreaPage } from './area-page.tsx';

export function SecurityArea() {
  const { t } = useTranslation();
  const user = useQuery(currentUserQuery);
  const security = useQuery(securityQuery);
  return (
    <AreaPage name={t('settings.security')} queries={[user, security]}>
      {() => (
        <>
          {user.data?.twoFactorMissing ? <FactorNotice /> : null}
          <SecuritySection security={security.data!} />
          <SessionsSection />
        </>
      )}
    </AreaPage>
  );
}

/** The rest of the product is unavailable until the second factor is set up. */
function FactorNotice() {
  const { t } = useTranslation();
  return (
    <div role="status" className="flex gap-3 rounded-lg border border-line bg-warn-soft p-4 text-warn sm:p-5">
      <ShieldAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      <div className="min-w-0">
        <h2 className="text-base">{t('team.twoFactorMissing')}</h2>
        <p className="mt-1">{t('team.factorMissingAbout')}</p>
      </div>
    </div>
  );
}
