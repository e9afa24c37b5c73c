import { useMutation } from '@tanstack/react-query';
import { endTwoFactor } from '../../api/security.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { showToast } from '../../kit/toast-store.ts';
import { useWords } from '../../words.ts';
import { PasswordPrompt } from './password-prompt.tsx';

export function TwoFactorOffDialog({ onClose }: { onClose: () => void }) {
  const { t } = useWords();
  const ending = useMutation(endTwoFactor);
  const end = (password: string) =>
    ending.mutate(password, {
      onSuccess: () => {
        showToast({ title: t('settings.twoFactorIsOff') });
        onClose();
      },
    });
  return (
    <Dialog
      open
      size="small"
      onClose={onClose}
      locked={ending.isPending}
      title={t('settings.twoFactorTurnOff')}
      description={t('settings.twoFactorOffAbout')}
      footer={
        <>
          <Button onClick={onClose}>{t('dialog.cancel')}</Button>
          <Button look="danger" type="submit" form="two-factor-off" disabled={ending.isPending}>
            {t('settings.twoFactorTurnOff')}
          </Button>
        </>
      }
    >
      <PasswordPrompt id="two-factor-off" error={ending.error} onSubmit={end} />
    </Dialog>
  );
}
