import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Enrolment } from '#contract/security.ts';
import { reasonOf } from '../../api/request.ts';
import { beginTwoFactor, confirmTwoFactor } from '../../api/security.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { FormField, Input } from '../../parts/form-field.tsx';
import { useWords } from '../../words.ts';
import { PasswordPrompt } from './password-prompt.tsx';
import { QrCode } from '../../parts/qr-code.tsx';
import { RecoveryCodeList } from './recovery-code-list.tsx';
import { Problem } from './settings-section.tsx';

/** Turns two-factor sign-in on in three steps: the password, the app, the recovery codes. */
export function TwoFactorDialog({ onClose }: { onClose: () => void }) {
  const { t } = useWords();
  const beginning = useMutation(beginTwoFactor);
  const confirming = useMutation(confirmTwoFactor);
  const busy = beginning.isPending || confirming.isPending;
  if (confirming.data) {
    return <RecoveryCodesDialog codes={confirming.data.recoveryCodes} onClose={onClose} />;
  }
  return (
    <Dialog
      open
      size="small"
      onClose={onClose}
      locked={busy}
      title={t('settings.twoFactorTurnOn')}
      description={t('settings.twoFactorAbout')}
      footer={
        <>
          <Button onClick={onClose}>{t('dialog.cancel')}</Button>
          <Button look="primary" type="submit" form="two-factor" disabled={busy}>
            {beginning.data ? t('settings.twoFactorConfirm') : t('settings.next')}
          </Button>
        </>
      }
    >
      {beginning.data ? (
        <ConnectApp
          enrolment={beginning.data}
          error={confirming.error}
          onCode={(code) => confirming.mutate(code)}
        />
      ) : (
        <PasswordPrompt
          id="two-factor"
          error={beginning.error}
          onSubmit={(password) => beginning.mutate(password)}
        />
      )}
    </Dialog>
  );
}

type ConnectProps = { enrolment: Enrolment; error: unknown; onCode: (code: string) => void };

function ConnectApp({ enrolment, error, onCode }: ConnectProps) {
  const { t } = useWords();
  const [code, setCode] = useState('');
  return (
    <form
      id="two-factor"
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (code.trim() !== '') onCode(code);
      }}
    >
      <p>{t('settings.scan')}</p>
      <QrCode text={enrolment.address} name={t('settings.qrCode')} />
      <div>
        <p className="text-muted">{t('settings.typeSecret')}</p>
        <p dir="ltr" className="mt-1 font-mono break-words select-all" data-secret>
          {enrolment.secret}
        </p>
      </div>
      <FormField label={t('settings.code')} hint={t('settings.codeHint')}>
        {(control) => (
          <Input
            {...control}
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
        )}
      </FormField>
      {error ? <Problem>{reasonOf(error)}</Problem> : null}
    </form>
  );
}

/** The one time that the codes are shown: it closes when somebody says that they have them. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const { t } = useWords();
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
