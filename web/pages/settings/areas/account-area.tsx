import { useQuery } from '@tanstack/react-query';
import { currentUserQuery } from '../../../api/account.ts';
import { useRequiredTexts } from '../../../api/later-words.ts';
import { teamQuery } from '../../../api/team.ts';
import { DataSection } from '../data-section.tsx';
import { DefaultsSection } from '../defaults-section.tsx';
import { FormatsSection } from '../formats-section.tsx';
import { SignatureKindsSection } from '../signature-kinds-section.tsx';
import { TransferOwnership } from '../transfer-ownership.tsx';
import { AreaPage } from './area-page.tsx';

export function AccountArea() {
  const say = useRequiredTexts('pages');
  const user = useQuery(currentUserQuery);
  const team = useQuery(teamQuery);
  const can = user.data?.can ?? [];
  return (
    <AreaPage name={say('areas.account')} queries={[user, team]}>
      {() => (
        <>
          {can.includes('account.settings') ? <FormatsSection user={user.data!} /> : null}
          {can.includes('account.settings') ? <SignatureKindsSection /> : null}
          {can.includes('account.settings') ? <DefaultsSection /> : null}
          {can.includes('team.own') ? <TransferOwnership /> : null}
          {can.includes('account.export') ? <DataSection /> : null}
        </>
      )}
    </AreaPage>
  );
}
