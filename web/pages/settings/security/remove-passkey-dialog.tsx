import { useMutation } from '@tanstack/react-query';
import { removePasskey } from '../../../api/security.ts';
import { useWords } from '../../../words.ts';
import { PasswordPrompt } from './password-prompt.tsx';

type Props = { passkey: { id: string; name: string }; onClose: () => void };

export function RemovePasskeyDialog({ passkey, onClose }: Props) {
  const { t } = useWords();
  const removing = useMutation(removePasskey);
  return (
    <PasswordPrompt
      title={t('settings.passkeyRemoveOf', passkey)}
      description={t('settings.passkeyRemoveAbout')}
      action={t('settings.passkeyRemove')}
      look="danger"
      busy={removing.isPending}
      error={removing.error}
      onSubmit={(password) => removing.mutate({ id: passkey.id, password }, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
