import { useMutation } from '@tanstack/react-query';
import { removePasskey } from '../../api/security.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { useWords } from '../../words.ts';
import { PasswordPrompt } from './password-prompt.tsx';

type Props = { passkey: { id: string; name: string }; onClose: () => void };

export function RemovePasskeyDialog({ passkey, onClose }: Props) {
  const { t } = useWords();
  const removing = useMutation(removePasskey);
  return (
    <Dialog
      open
      size="small"
      onClose={onClose}
      locked={removing.isPending}
      title={t('settings.passkeyRemoveOf', passkey)}
      description={t('settings.passkeyRemoveAbout')}
      footer={
        <>
          <Button onClick={onClose}>{t('dialog.cancel')}</Button>
          <Button look="danger" type="submit" form="remove-passkey" disabled={removing.isPending}>
            {t('settings.passkeyRemove')}
          </Button>
        </>
      }
    >
      <PasswordPrompt
        id="remove-passkey"
        error={removing.error}
        onSubmit={(password) => removing.mutate({ id: passkey.id, password }, { onSuccess: onClose })}
      />
    </Dialog>
  );
}
