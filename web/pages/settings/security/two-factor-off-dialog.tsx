import { useMutation } from '@tanstack/react-query';
import { endTwoFactor } from '../../../api/security.ts';
import { useWords } from '../../../words.ts';
import { PasswordPrompt } from './password-prompt.tsx';
import { doneToast } from '../../../parts/dialogs/outcome-toast.ts';

export function TwoFactorOffDialog({ onClose }: { onClose: () => void }) {
  const { t } = useWords();
  const ending = useMutation(endTwoFactor);
  const end = (password: string) =>
    ending.mutate(password, {
      onSuccess: doneToast({ title: t('settings.twoFactorIsOff') }, onClose),
    });
  return (
    <PasswordPrompt
      title={t('settings.twoFactorTurnOff')}
      description={t('settings.twoFactorOffAbout')}
      action={t('settings.twoFactorTurnOff')}
      look="danger"
      busy={ending.isPending}
      error={ending.error}
      onSubmit={end}
      onClose={onClose}
    />
  );
}
