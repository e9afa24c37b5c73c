import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ProvisioningAnswer } from '#contract/accounts/provisioning.ts';
import { useDeferredTexts, type TranslateOf } from '../../api/later-words.ts';
import {
  createProvisioningToken,
  deleteProvisioningToken,
  provisioningQuery,
} from '../../api/provisioning.ts';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { ActionDialog } from '../../parts/dialogs/action-dialog.tsx';
import { PersonPrompt } from '../../parts/dialogs/person-prompt.tsx';
import { SecretDialog } from '../../parts/dialogs/secret-dialog.tsx';
import { shortDate } from '../../parts/format.ts';
import { InputField } from '../../parts/forms/form-field.tsx';
import { SelectField } from '../../parts/forms/select-field.tsx';
import { useTranslation } from '../../words.ts';

type Token = ProvisioningAnswer['tokens'][number];

/** The tokens with which a directory adds and removes members, for owners. */
export function ProvisioningSection() {
  const say = useDeferredTexts('sign-on');
  const answer = useQuery(provisioningQuery).data;
  const [adding, setAdding] = useState(false);
  if (!answer || !say) return null;
  return (
    <div className="mt-5 border-t border-line pt-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h3 className="font-medium">{say('directory.title')}</h3>
          <p className="max-w-prose text-muted">{say('directory.about')}</p>
        </div>
        <Button onClick={() => setAdding(true)}>{say('directory.create')}</Button>
      </div>
      {answer.tokens.length > 0 ? (
        <>
          <p className="mt-3 text-muted">
            {say('directory.address')}
            <span
              dir="ltr"
              className="mt-1.5 block rounded-md bg-sunken px-3 py-2 font-mono text-xs break-all rtl:text-end"
            >
              {answer.baseUrl}
            </span>
          </p>
          <ul className="mt-2 divide-y divide-line">
            {answer.tokens.map((token) => (
              <TokenRow key={token.id} token={token} say={say} />
            ))}
          </ul>
        </>
      ) : null}
      {adding ? <TokenDialog say={say} onClose={() => setAdding(false)} /> : null}
    </div>
  );
}

function TokenRow({ token, say }: { token: Token; say: TranslateOf<'sign-on'> }) {
  const { t } = useTranslation();
  const [revoking, setRevoking] = useState(false);
  const { id, name, lastFour, role, maker, works, createdAt, lastUsedAt } = token;
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-medium">
          <span className="min-w-0 break-words">{name}</span>
          <code dir="ltr" className="text-xs font-normal text-muted">{`csp_…${lastFour}`}</code>
          {works ? null : <Badge tone="danger">{say('directory.ended')}</Badge>}
        </p>
        <p className="text-muted">
          {t('keys.madeBy', { who: maker, date: shortDate(createdAt) })}
          {' · '}
          {say('directory.adds', { role: t(`team.role.${role}`) })}
          {' · '}
          {lastUsedAt ? say('directory.used', { date: shortDate(lastUsedAt) }) : t('keys.neverUsed')}
        </p>
      </div>
      <Button look="quiet" onClick={() => setRevoking(true)}>
        {t('keys.revoke')}
      </Button>
      <ActionDialog
        open={revoking}
        onClose={() => setRevoking(false)}
        title={t('keys.revokeOf', { name })}
        action={t('keys.revoke')}
        mutation={deleteProvisioningToken}
        given={id}
      >
        {say('directory.revokeAbout')}
      </ActionDialog>
    </li>
  );
}

function TokenDialog({ say, onClose }: { say: TranslateOf<'sign-on'>; onClose: () => void }) {
  const { t } = useTranslation();
  const creating = useMutation(createProvisioningToken);
  const [name, setName] = useState('');
  const [role, setRole] = useState<Token['role']>('member');
  if (creating.data)
    return (
      <SecretDialog
        title={t('keys.secretOf', { name })}
        about={say('directory.secretAbout')}
        secret={creating.data.secret}
        kept={t('keys.secretKept')}
        onClose={onClose}
      />
    );
  return (
    <PersonPrompt
      onClose={onClose}
      title={say('directory.create')}
      description={say('directory.createAbout')}
      action={say('directory.create')}
      ready={name.trim() !== ''}
      busy={creating.isPending}
      error={creating.error}
      onSubmit={(password) => creating.mutate({ name, role, password })}
    >
      <InputField
        label={say('directory.name')}
        hint={say('directory.nameHint')}
        required
        maxLength={100}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <SelectField
        label={say('directory.role')}
        value={role}
        options={(['member', 'viewer'] as const).map((value) => ({ value, text: t(`team.role.${value}`) }))}
        onChange={setRole}
      />
    </PersonPrompt>
  );
}
