import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import type { OwnSecurity, SecurityAnswer } from '#contract/accounts/security.ts';
import { Badge } from '../../../parts/badge.tsx';
import { Button } from '../../../parts/button.tsx';
import { shortDate } from '../../../parts/format.ts';
import { useTranslation } from '../../../words.ts';
import { Passkeys } from './passkeys.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import { Row, Rows, SettingsSection } from '../settings-section.tsx';
import { TwoFactorDialog, RecoveryCodesDialog } from './two-factor-dialog.tsx';
import { useMutation } from '@tanstack/react-query';
import { renewRecoveryCodes, endTwoFactor } from '../../../api/security.ts';
import { PasswordPrompt } from '../../../parts/dialogs/password-prompt.tsx';
import { doneToast } from '../../../parts/dialogs/outcome-toast.ts';

/** The member's sign-in methods. If another provider manages them, this section links to it. */
export function SecuritySection({ security }: { security: SecurityAnswer }) {
  const { t } = useTranslation();
  return (
    <SettingsSection id="security" title={t('settings.security')} about={t('settings.securityAbout')}>
      {security.managed === 'here' ? (
        <>
          <Rows>
            <Password changedAt={security.passwordChangedAt} />
            <TwoFactor twoFactor={security.twoFactor} />
          </Rows>
          <Passkeys passkeys={security.passkeys} />
        </>
      ) : (
        <Elsewhere address={security.address} />
      )}
    </SettingsSection>
  );
}

function Elsewhere({ address }: { address: string | null }) {
  const { t } = useTranslation();
  return (
    <Rows>
      <Row title={t('settings.elsewhere')} about={t('settings.elsewhereAbout')}>
        {address ? (
          <Button asChild>
            <a href={address} target="_blank" rel="noreferrer">
              {t('settings.elsewhereOpen')}
              <ExternalLink aria-hidden="true" />
            </a>
          </Button>
        ) : null}
      </Row>
    </Rows>
  );
}

function Password({ changedAt }: { changedAt: string | null }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <Row
      title={t('settings.password')}
      about={
        changedAt
          ? t('settings.passwordChangedAt', { date: shortDate(changedAt) })
          : t('settings.passwordNever')
      }
    >
      <Button onClick={() => setOpen(true)}>{t('settings.passwordChange')}</Button>
      {open ? <PasswordDialog onClose={() => setOpen(false)} /> : null}
    </Row>
  );
}

type Open = 'on' | 'off' | 'codes' | null;

function TwoFactor({ twoFactor }: Pick<OwnSecurity, 'twoFactor'>) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  return (
    <Row
      title={
        <span className="flex flex-wrap items-center gap-2.5">
          {t('settings.twoFactor')}
          <Badge tone={twoFactor ? 'ok' : 'plain'}>
            {twoFactor ? t('settings.twoFactorOn') : t('settings.twoFactorOff')}
          </Badge>
        </span>
      }
      about={
        twoFactor
          ? t('settings.recoveryLeft', { count: twoFactor.recoveryCodesLeft })
          : t('settings.twoFactorAbout')
      }
    >
      {twoFactor ? (
        <>
          <Button onClick={() => setOpen('codes')}>{t('settings.recoveryNew')}</Button>
          <Button look="danger" onClick={() => setOpen('off')}>
            {t('settings.twoFactorTurnOff')}
          </Button>
        </>
      ) : (
        <Button onClick={() => setOpen('on')}>{t('settings.twoFactorTurnOn')}</Button>
      )}
      {open === 'on' ? <TwoFactorDialog onClose={close} /> : null}
      {open === 'off' ? <TwoFactorOffDialog onClose={close} /> : null}
      {open === 'codes' ? <RenewCodesDialog onClose={close} /> : null}
    </Row>
  );
}

/** Creates new recovery codes. The previous ones stop working. */
function RenewCodesDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const renewing = useMutation(renewRecoveryCodes);
  if (renewing.data) return <RecoveryCodesDialog codes={renewing.data.recoveryCodes} onClose={onClose} />;
  return (
    <PasswordPrompt
      title={t('settings.recoveryNew')}
      description={t('settings.recoveryNewAbout')}
      action={t('settings.recoveryNew')}
      busy={renewing.isPending}
      error={renewing.error}
      onSubmit={(password) => renewing.mutate(password)}
      onClose={onClose}
    />
  );
}

function TwoFactorOffDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
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
