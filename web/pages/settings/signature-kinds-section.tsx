import { useMutation, useQuery } from '@tanstack/react-query';
import { useDeferredTexts } from '../../api/later-words.ts';
import { changeTeam, teamQuery } from '../../api/team.ts';
import { failureToast } from '../../parts/dialogs/outcome-toast.ts';
import { SignatureKinds } from '../../parts/forms/signature-kinds.tsx';
import { useTranslation } from '../../words.ts';
import { SettingsSection } from './settings-section.tsx';

/** How signers may sign new documents. A change is saved immediately. */
export function SignatureKindsSection() {
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
