import { Copy } from 'lucide-react';
import { showToast } from '../kit/toast-store.ts';
import { useWords } from '../words.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

type Props = {
  title: string;
  about: string;
  secret: string;
  /** Says that it was kept. It closes by this button alone: a click beside it would lose the secret. */
  kept: string;
  onClose: () => void;
};

/** The one time that a secret is shown: nobody can read it again, we neither. */
export function SecretDialog({ title, about, secret, kept, onClose }: Props) {
  const { t } = useWords();
  const copy = async () => {
    await navigator.clipboard.writeText(secret);
    showToast({ title: t('settings.copied') });
  };
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
          <Button onClick={() => void copy()}>
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
