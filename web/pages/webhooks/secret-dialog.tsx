import { Copy } from 'lucide-react';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { showToast } from '../../kit/toast-store.ts';
import { useWords } from '../../words.ts';

/** The one time that a secret is shown. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { t } = useWords();
  const copy = async () => {
    await navigator.clipboard.writeText(secret);
    showToast({ title: t('settings.copied') });
  };
  return (
    <Dialog
      open
      size="small"
      onClose={onClose}
      title={t('webhooks.secret')}
      description={t('webhooks.secretAbout')}
      footer={
        <>
          <Button onClick={() => void copy()}>
            <Copy aria-hidden="true" />
            {t('settings.copy')}
          </Button>
          <Button look="primary" onClick={onClose}>
            {t('webhooks.secretKept')}
          </Button>
        </>
      }
    >
      <code dir="ltr" className="block rounded-md border border-line bg-sunken p-4 font-mono break-all">
        {secret}
      </code>
    </Dialog>
  );
}
