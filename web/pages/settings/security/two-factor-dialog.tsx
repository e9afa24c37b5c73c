import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Enrolment } from '#contract/accounts/security.ts';
import { beginTwoFactor, confirmTwoFactor } from '../../../api/security.ts';
import { Button } from '../../../parts/button.tsx';
import { Dialog } from '../../../parts/dialogs/dialog.tsx';
import { FormDialog } from '../../../parts/dialogs/form-dialog.tsx';
import { InputField } from '../../../parts/forms/form-field.tsx';
import { useTranslation } from '../../../words.ts';
import { PasswordPrompt } from '../../../parts/dialogs/password-prompt.tsx';
import { QrCode } from '../../../parts/qr-code.tsx';
import { Copy, Download } from 'lucide-react';
import { copyText } from '../../../parts/dialogs/copy-text.ts';

/** Enables two-factor sign-in in three steps: the password, the app and the recovery codes. */
export function TwoFactorDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const beginning = useMutation(beginTwoFactor);
  if (beginning.data) return <ConnectApp enrolment={beginning.data} onClose={onClose} />;
  return (
    <PasswordPrompt
      title={t('settings.twoFactorTurnOn')}
      description={t('settings.twoFactorAbout')}
      action={t('settings.next')}
      busy={beginning.isPending}
      error={beginning.error}
      onSubmit={(password) => beginning.mutate(password)}
      onClose={onClose}
    />
  );
}

function ConnectApp({ enrolment, onClose }: { enrolment: Enrolment; onClose: () => void }) {
  const { t } = useTranslation();
  const confirming = useMutation(confirmTwoFactor);
  const [code, setCode] = useState('');
  if (confirming.data) {
    return <RecoveryCodesDialog codes={confirming.data.recoveryCodes} onClose={onClose} />;
  }
  return (
    <FormDialog
      title={t('settings.twoFactorTurnOn')}
      description={t('settings.twoFactorAbout')}
      action={t('settings.twoFactorConfirm')}
      busy={confirming.isPending}
      error={confirming.error}
      native
      onSubmit={() => code.trim() !== '' && confirming.mutate(code)}
      onClose={onClose}
    >
      <p>{t('settings.scan')}</p>
      <QrCode text={enrolment.address} name={t('settings.qrCode')} />
      <div>
        <p className="text-muted">{t('settings.typeSecret')}</p>
        <p dir="ltr" className="mt-1 font-mono break-words select-all" data-secret>
          {enrolment.secret}
        </p>
      </div>
      <InputField
        label={t('settings.code')}
        hint={t('settings.codeHint')}
        autoFocus
        required
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={12}
        dir="ltr"
        value={code}
        onChange={({ target }) => setCode(target.value)}
        className="max-w-40 font-mono tracking-widest"
      />
    </FormDialog>
  );
}

/** Shows the codes only once. The dialog closes when the member confirms having saved them. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const { t } = useTranslation();
  const [kept, setKept] = useState(false);
  return (
    <Dialog
      open
      size="small"
      onClose={onClose}
      locked={!kept}
      title={t('settings.recovery')}
      description={t('settings.recoveryAbout')}
      footer={
        <Button look="primary" disabled={!kept} onClick={onClose}>
          {t('settings.done')}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <RecoveryCodeList codes={codes} />
        <label className="flex items-center gap-2.5">
          <input
            type="checkbox"
            checked={kept}
            onChange={({ target }) => setKept(target.checked)}
            className="size-4 accent-ink"
          />
          {t('settings.recoveryKept')}
        </label>
      </div>
    </Dialog>
  );
}

/** The codes, with buttons to save them. */
function RecoveryCodeList({ codes }: { codes: string[] }) {
  const { t } = useTranslation();
  const text = `${codes.join('\n')}\n`;
  const download = () => {
    const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
    const link = Object.assign(document.createElement('a'), {
      href: address,
      download: 'countersign-recovery-codes.txt',
    });
    link.click();
    URL.revokeObjectURL(address);
  };
  return (
    <div className="flex flex-col gap-3">
      <ul
        dir="ltr"
        aria-label={t('settings.recovery')}
        className="grid grid-cols-2 gap-x-4 gap-y-1.5 rounded-md border border-line bg-sunken p-4 font-mono"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => void copyText(text)}>
          <Copy aria-hidden="true" />
          {t('settings.copy')}
        </Button>
        <Button onClick={download}>
          <Download aria-hidden="true" />
          {t('settings.download')}
        </Button>
      </div>
    </div>
  );
}
