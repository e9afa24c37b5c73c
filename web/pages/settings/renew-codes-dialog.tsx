import { useMutation } from '@tanstack/react-query';
import { renewRecoveryCodes } from '../../api/security.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { useWords } from '../../words.ts';
import { PasswordPrompt } from './password-prompt.tsx';
import { RecoveryCodesDialog } from './two-factor-dialog.tsx';

/** New recovery codes; those before stop working. */
export function RenewCodesDialog({ onClose }: { onClose: () => void }) {
  const { t } = useWords();
  const renewing = useMutation(renewRecoveryCodes);
  if (renewing.data) return <RecoveryCodesDialog codes={renewing.data.recoveryCodes} onClose={onClose} />;
  return (
    <Dialog
      open
      size="small"
      onClose={onClose}
      locked={renewing.isPending}
      title={t('settings.recoveryNew')}
      description={t('settings.recoveryNewAbout')}
      footer={
        <>
          <Button onClick={onClose}>{t('dialog.cancel')}</Button>
          <Button look="primary" type="submit" form="renew-codes" disabled={renewing.isPending}>
            {t('settings.recoveryNew')}
          </Button>
        </>
      }
    >
      <PasswordPrompt
        id="renew-codes"
        error={renewing.error}
        onSubmit={(password) => renewing.mutate(password)}
      />
    </Dialog>
  );
}
