import { SecretDialog as ShownOnce } from '../../parts/dialogs/secret-dialog.tsx';
import { useTranslation } from '../../words.ts';

type Props = { name: string; secret: string; onClose: () => void };

/** Shows the secret of a key or app. */
export function SecretDialog({ name, secret, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <ShownOnce
      title={t('keys.secretOf', { name })}
      about={t('keys.secretAbout')}
      secret={secret}
      kept={t('keys.secretKept')}
      onClose={onClose}
    />
  );
}
