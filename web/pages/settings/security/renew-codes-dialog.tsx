import { useMutation } from '@tanstack/react-query';
import { renewRecoveryCodes } from '../../../api/security.ts';
import { useWords } from '../../../words.ts';
import { PasswordPrompt } from './password-prompt.tsx';
import { RecoveryCodesDialog } from './two-factor-dialog.tsx';

/** Creates new recovery codes; the previous ones stop working. */
export function RenewCodesDialog({ onClose }: { onClose: () => void }) {
  const { t } = useWords();
  const renewing = useMutation(renewRecoveryCodes);
  if (renewing.data) return <RecoveryCodesDialog codes={renewing.data.recoveryCodes} onClose={onClose} />;
  return (
    <PasswordPrompt
      title={t('settings.recoveryNew')}
      description={t('settings.recoveryNewAbout')}
      action={t('settings.recoveryNew')}
      busy={renewing.isPending}
      error={renewing.error}
      onSubmit={(password) => renewing.mutate(password)}
      onClose={onClose}
    />
  );
}
