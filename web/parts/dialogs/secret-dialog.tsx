import { Copy } from 'lucide-react';
import { useTranslation } from '../../words.ts';
import { Button } from '../button.tsx';
import { copyText } from './copy-text.ts';
import { Dialog } from './dialog.tsx';

type Props = {
  title: string;
  about: string;
  secret: string;
  /**
   * Text of the button that confirms that the secret was saved. Only this button closes the dialog, because a
   * click outside would lose the secret.
   */
  kept: string;
  onClose: () => void;
};

/** Shows a secret only once. No one can retrieve it later, not even the service. */
export function SecretDialog({ title, about, secret, kept, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Dialog
      open
      locked
      size="small"
      onClose={onClose}
      title={title}
      description={about}
      footer={
        <>
          <Button onClick={() => void copyText(secret)}>
            <Copy aria-hidden="true" />
            {t('settings.copy')}
          </Button>
          <Button look="primary" onClick={onClose}>
            {kept}
          </Button>
        </>
      }
    >
      <code
        dir="ltr"
        data-testid="secret"
        className="block rounded-md border border-line bg-sunken p-4 font-mono text-sm break-all select-all"
      >
        {secret}
      </code>
    </Dialog>
  );
}
