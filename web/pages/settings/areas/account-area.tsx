import { useQuery, useMutation } from '@tanstack/react-query';
import { currentUserQuery } from '../../../api/account.ts';
import { useRequiredTexts, useDeferredTexts } from '../../../api/later-words.ts';
import { teamQuery, changeTeam } from '../../../api/team.ts';
import { DataSection } from '../data-section.tsx';
import { FormatsSection } from '../formats-section.tsx';
import { TransferOwnership } from '../transfer-ownership.tsx';
import { AreaPage } from './area-page.tsx';
import { useState } from 'react';
import { Button } from '../../../parts/button.tsx';
import { lazyPart } from '../../../parts/lazy-part.tsx';
import { Row, Rows, SettingsSection } from '../settings-section.tsx';
import { failureToast } from '../../../parts/dialogs/outcome-toast.ts';
import { SignatureKinds } from '../../../parts/forms/signature-kinds.tsx';
import { useTranslation } from '../../../words.ts';

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

const AccountDefaultsDialog = lazyPart(
  async () => (await import('../../../documents/dialogs/defaults-dialog.tsx')).AccountDefaultsDialog,
);

/** Other settings of new documents */
function DefaultsSection() {
  const say = useDeferredTexts('templates');
  const team = useQuery(teamQuery).data;
  const [isOpen, setOpen] = useState(false);
  if (!say || !team) return null;
  return (
    <SettingsSection id="defaults" title={say('defaults.open')} about={say('defaults.aboutAccount')}>
      <Rows>
        <Row title={say('defaults.which')}>
          <Button onClick={() => setOpen(true)}>{say('defaults.change')}</Button>
        </Row>
      </Rows>
      {isOpen ? <AccountDefaultsDialog onClose={() => setOpen(false)} /> : null}
    </SettingsSection>
  );
}

/** Which kinds of signature new documents allow. A change is saved immediately. */
function SignatureKindsSection() {
  const { t } = useTranslation();
  const say = useDeferredTexts('templates');
  const team = useQuery(teamQuery).data;
  const saving = useMutation(changeTeam);
  if (!say || !team) return null;
  const kinds =
    saving.isPending && saving.variables.signatureKinds !== undefined
      ? saving.variables.signatureKinds
      : team.signatureKinds;
  return (
    <SettingsSection id="signature-kinds" title={say('kinds.setting')} about={say('kinds.settingAbout')}>
      <SignatureKinds
        ofAccount
        kinds={kinds}
        onChange={(wanted) =>
          saving.mutate({ signatureKinds: wanted }, { onError: failureToast(t('settings.failed')) })
        }
      />
    </SettingsSection>
  );
}
