import { useQuery } from '@tanstack/react-query';
import { currentUserQuery } from '../../../api/account.ts';
import { brandQuery } from '../../../api/brand.ts';
import { useRequiredTexts } from '../../../api/later-words.ts';
import { BrandReplyTo } from '../brand-reply-to.tsx';
import { CopiesSection } from '../copies-section.tsx';
import { SenderDomain } from '../sender-domain.tsx';
import { Rows, SettingsSection } from '../settings-section.tsx';
import { AreaPage } from './area-page.tsx';

/** The addresses and contents of outgoing emails. */
export function EmailArea() {
  const say = useRequiredTexts('pages');
  const user = useQuery(currentUserQuery);
  const brand = useQuery(brandQuery);
  const can = user.data?.can ?? [];
  return (
    <AreaPage name={say('areas.email')} queries={[user, brand]}>
      {() => (
        <>
          {can.includes('brand.edit') ? (
            <SettingsSection id="sender" title={say('areas.sender')} about={say('areas.senderAbout')}>
              <Rows>
                <BrandReplyTo brand={brand.data!} />
              </Rows>
              <SenderDomain />
            </SettingsSection>
          ) : null}
          {can.includes('account.settings') ? <CopiesSection /> : null}
        </>
      )}
    </AreaPage>
  );
}
