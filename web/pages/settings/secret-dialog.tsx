import { Copy } from 'lucide-react';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { showToast } from '../../kit/toast-store.ts';
import { useWords } from '../../words.ts';

type Props = { name: string; secret: string; onClose: () => void };

/** The secret of a program, this once: nobody can read it again, we neither. */
export function SecretDialog({ name, secret, onClose }: Props) {
  const { t } = useWords();
  const copy = async () => {
    await navigator.clipboard.writeText(secret);
    showToast({ title: t('settings.copied') });
  };
  return (
    <Dialog
      open
      // It closes by its button alone: a click beside it would lose the secret.
      locked
      onClose={onClose}
      title={t('keys.secretOf', { name })}
      description={t('keys.secretAbout')}
      footer={
        <Button look="primary" onClick={onClose}>
          {t('keys.secretKept')}
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        <code
          dir="ltr"
          data-testid="api-key-secret"
          className="rounded-md border border-line bg-sunken p-4 font-mono text-sm break-all select-all"
        >
          {secret}
        </code>
        <Button className="self-start" onClick={() => void copy()}>
          <Copy aria-hidden="true" />
          {t('settings.copy')}
        </Button>
      </div>
    </Dialog>
  );
}
