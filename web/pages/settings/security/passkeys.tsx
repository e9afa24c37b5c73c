import { useMutation } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import type { OwnSecurity } from '#contract/accounts/security.ts';
import { renamePasskey, removePasskey } from '../../../api/security.ts';
import { Button } from '../../../parts/button.tsx';
import { exactTime, shortDate } from '../../../parts/format.ts';
import { useReopen } from '../../../api/keep-typed.ts';
import { NameDialog } from '../../../parts/dialogs/name-dialog.tsx';
import { useTranslation } from '../../../words.ts';
import { AddPasskeyDialog, passkeyForm } from './add-passkey-dialog.tsx';
import { Row, Rows } from '../settings-section.tsx';
import { PasswordPrompt } from '../../../parts/dialogs/password-prompt.tsx';

type Passkey = OwnSecurity['passkeys'][number];

const isKnown = 'PublicKeyCredential' in window;
/** Passkeys require a host name and do not work with IP addresses. */
const possible = isKnown && !/^[\d.]+$|^\[/.test(window.location.hostname);
const about = possible ? 'passkeysAbout' : isKnown ? 'passkeysImpossible' : 'passkeysUnknown';

/** The passkeys of the member. */
export function Passkeys({ passkeys }: { passkeys: Passkey[] }) {
  const { t } = useTranslation();
  const [adding, setAdding] = useState(false);
  useReopen(passkeyForm('new'), () => setAdding(true));
  return (
    <Rows>
      <Row title={t('settings.passkeys')} about={t(`settings.${about}`)}>
        <Button disabled={!possible} onClick={() => setAdding(true)}>
          {t('settings.passkeyAdd')}
        </Button>
      </Row>
      {passkeys.map((passkey) => (
        <PasskeyRow key={passkey.id} passkey={passkey} />
      ))}
      {adding ? <AddPasskeyDialog onClose={() => setAdding(false)} /> : null}
    </Rows>
  );
}

function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<'rename' | 'remove' | null>(null);
  const renaming = useMutation(renamePasskey);
  const { id, name, lastUsedAt } = passkey;
  const close = () => setOpen(null);
  useReopen(passkeyForm(id), () => setOpen('rename'));
  return (
    <Row
      title={
        <span className="flex items-center gap-2.5">
          <KeyRound aria-hidden="true" className="size-[18px] shrink-0 stroke-[1.75] text-muted" />
          <span className="min-w-0 break-words">{name}</span>
        </span>
      }
      about={
        <span title={exactTime(lastUsedAt ?? passkey.createdAt)}>
          {lastUsedAt
            ? t('settings.passkeyUsed', { date: shortDate(lastUsedAt) })
            : t('settings.passkeyAdded', { date: shortDate(passkey.createdAt) })}
        </span>
      }
    >
      <Button
        look="quiet"
        aria-label={t('settings.passkeyRenameOf', { name })}
        onClick={() => setOpen('rename')}
      >
        {t('settings.passkeyRename')}
      </Button>
      <Button aria-label={t('settings.passkeyRemoveOf', { name })} onClick={() => setOpen('remove')}>
        {t('settings.passkeyRemove')}
      </Button>
      {open === 'rename' ? (
        <NameDialog
          form={passkeyForm(id)}
          title={t('settings.passkeyRenameOf', { name })}
          label={t('settings.passkeyName')}
          value={name}
          action={t('settings.passkeyRename')}
          maxLength={100}
          missing={t('settings.nameMissing')}
          onSave={(newName) => renaming.mutateAsync({ id, name: newName })}
          onClose={close}
        />
      ) : null}
      {open === 'remove' ? <RemovePasskeyDialog passkey={passkey} onClose={close} /> : null}
    </Row>
  );
}

type Props = { passkey: { id: string; name: string }; onClose: () => void };

function RemovePasskeyDialog({ passkey, onClose }: Props) {
  const { t } = useTranslation();
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
