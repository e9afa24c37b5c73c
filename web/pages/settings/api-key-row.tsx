import { useMutation } from '@tanstack/react-query';
import { Braces, Pencil, RefreshCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ApiKeyView } from '#contract/accounts/api-keys.ts';
import { renameApiKey, revokeApiKey, rotateApiKey } from '../../api/api-keys.ts';
import { useReopen } from '../../api/keep-typed.ts';
import { Badge } from '../../parts/badge.tsx';
import { ActionDialog } from '../../parts/dialogs/action-dialog.tsx';
import { dayAndTime, exactTime, shortDate } from '../../parts/format.ts';
import { ActionsMenu, MenuItem } from '../../parts/dialogs/menu.tsx';
import { NameDialog } from '../../parts/dialogs/name-dialog.tsx';
import { useTranslation } from '../../words.ts';
import { Row } from './settings-section.tsx';
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx';
import { SelectField } from '../../parts/forms/select-field.tsx';
import { SecretDialog } from './secret-dialog.tsx';

const overlaps = ['0', '1', '24', '168', '720'] as const;

/** Creates a new secret for a key, and sets how long the previous secret remains valid. */
function RotateKeyDialog({ apiKey, onClose }: { apiKey: ApiKeyView; onClose: () => void }) {
  const { t } = useTranslation();
  const rotating = useMutation(rotateApiKey);
  const [overlap, setOverlap] = useState<(typeof overlaps)[number]>('24');
  if (rotating.data) {
    const { key, secret } = rotating.data;
    return <SecretDialog name={key.name} secret={secret} onClose={onClose} />;
  }
  return (
    <FormDialog
      onClose={onClose}
      title={t('keys.rotateOf', { name: apiKey.name })}
      description={t('keys.rotateAbout')}
      action={t('keys.rotate')}
      busy={rotating.isPending}
      error={rotating.error}
      onSubmit={() => rotating.mutate({ id: apiKey.id, overlapHours: Number(overlap) })}
    >
      <SelectField
        label={t('keys.overlap')}
        value={overlap}
        onChange={setOverlap}
        options={overlaps.map((value) => ({ value, text: t(`keys.overlaps.${value}`) }))}
      />
    </FormDialog>
  );
}

const renameKeyForm = (id: string): string => `api key ${id}`;

type Props = { apiKey: ApiKeyView; available: boolean };

export function ApiKeyRow({ apiKey, available }: Props) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<'rename' | 'rotate' | 'revoke' | null>(null);
  const renaming = useMutation(renameApiKey);
  const { id, name, mode, state, lastFour } = apiKey;
  useReopen(renameKeyForm(id), () => setOpen('rename'));
  const close = () => setOpen(null);
  return (
    <Row
      title={
        <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <Braces aria-hidden="true" className="size-[18px] shrink-0 stroke-[1.75] text-muted" />
          <span className="min-w-0 break-words">{name}</span>
          <code dir="ltr" className="text-xs font-normal text-muted">{`csk_${mode}_…${lastFour}`}</code>
          {mode === 'test' ? <Badge tone="warn">{t('keys.mode.test')}</Badge> : null}
          {state === 'active' ? null : <Badge tone="danger">{t(`keys.state.${state}`)}</Badge>}
        </span>
      }
      about={<KeyFacts apiKey={apiKey} />}
    >
      {state === 'active' ? (
        <ActionsMenu name={t('keys.actionsOf', { name })}>
          <MenuItem icon={Pencil} onSelect={() => setOpen('rename')}>
            {t('keys.rename')}
          </MenuItem>
          {available ? (
            <MenuItem icon={RefreshCw} onSelect={() => setOpen('rotate')}>
              {t('keys.rotate')}
            </MenuItem>
          ) : null}
          <MenuItem icon={Trash2} danger onSelect={() => setOpen('revoke')}>
            {t('keys.revoke')}
          </MenuItem>
        </ActionsMenu>
      ) : null}
      {open === 'rename' ? (
        <NameDialog
          form={renameKeyForm(id)}
          title={t('keys.renameOf', { name })}
          label={t('keys.name')}
          value={name}
          action={t('keys.rename')}
          maxLength={100}
          missing={t('settings.nameMissing')}
          onSave={(newName) => renaming.mutateAsync({ id, name: newName })}
          onClose={close}
        />
      ) : null}
      {open === 'rotate' ? <RotateKeyDialog apiKey={apiKey} onClose={close} /> : null}
      <ActionDialog
        open={open === 'revoke'}
        onClose={close}
        title={t('keys.revokeOf', { name })}
        action={t('keys.revoke')}
        mutation={revokeApiKey}
        given={id}
      >
        {t('keys.revokeAbout')}
      </ActionDialog>
    </Row>
  );
}

function KeyFacts({ apiKey }: { apiKey: ApiKeyView }) {
  const { t } = useTranslation();
  const { scopes, maker, createdAt, expiresAt, lastUsedAt, lastUsedIp, previous } = apiKey;
  return (
    <span className="flex flex-col gap-0.5">
      <span dir="ltr" className="text-start font-mono text-xs">
        {scopes.join(' ')}
      </span>
      <span title={exactTime(createdAt)}>
        {t('keys.madeBy', { who: maker.name || maker.email, date: shortDate(createdAt) })}
        {' · '}
        {expiresAt ? t('keys.until', { date: shortDate(expiresAt) }) : t('keys.forEver')}
      </span>
      <span title={lastUsedAt ? exactTime(lastUsedAt) : undefined}>
        {lastUsedAt
          ? t('keys.used', { time: dayAndTime(lastUsedAt), ip: lastUsedIp ?? '' })
          : t('keys.neverUsed')}
      </span>
      {previous ? (
        <span>{t('keys.previous', { lastFour: previous.lastFour, time: dayAndTime(previous.endsAt) })}</span>
      ) : null}
    </span>
  );
}
