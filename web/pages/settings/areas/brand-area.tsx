import { useQuery } from '@tanstack/react-query';
import { currentUserQuery } from '../../../api/account.ts';
import { useTranslation } from '../../../words.ts';
import { BrandSection } from '../brand-section.tsx';
import { AreaPage } from './area-page.tsx';

export function BrandArea() {
  const { t } = useTranslation();
  const user = useQuery(currentUserQuery);
  return (
    <AreaPage name={t('brand.title')} queries={[user]}>
      {() => <BrandSection user={user.data!} />}
    </AreaPage>
  );
}
