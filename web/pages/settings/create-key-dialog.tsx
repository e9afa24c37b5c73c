import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { keyModes, scopes, type KeyMode, type Scope } from '#core/permission/scope.ts';
import { createApiKey } from '../../api/api-keys.ts';
import { useSavedInput } from '../../api/keep-typed.ts';
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx';
import { InputField } from '../../parts/forms/form-field.tsx';
import { scopeText } from '../../parts/scope-words.ts';
import { SelectField } from '../../parts/forms/select-field.tsx';
import { useTranslation } from '../../words.ts';
import { SecretDialog } from './secret-dialog.tsx';

export const createKeyForm = 'api key new';
const ends = ['30', '90', '365', 'never'] as const;
/** The default scopes, which allow a program to send documents and follow their progress. */
const usual: readonly Scope[] = ['documents:read', 'documents:write', 'documents:send', 'templates:read'];

/** Asks for the scopes, creates the key, and shows the secret once. */
export function CreateKeyDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const making = useMutation(createApiKey);
  const [name, setName] = useState('');
  const [mode, setMode] = useState<KeyMode>('live');
  const [end, setEnd] = useState<(typeof ends)[number]>('90');
  const [chosen, setChosen] = useState<readonly Scope[]>(usual);
  useSavedInput(createKeyForm, () => name, setName);
  if (making.data) {
    const { key, secret } = making.data;
    return <SecretDialog name={key.name} secret={secret} onClose={onClose} />;
  }
  const make = () =>
    making.mutate({
      name,
      mode,
      scopes: scopes.filter((scope) => chosen.includes(scope)),
      expiresInDays: end === 'never' ? null : Number(end),
    });
  return (
    <FormDialog
      onClose={onClose}
      title={t('keys.make')}
      description={t('keys.makeAbout')}
      action={t('keys.make')}
      busy={making.isPending}
      ready={chosen.length > 0}
      size="normal"
      error={making.error}
      native
      onSubmit={make}
    >
      <InputField
        label={t('keys.name')}
        hint={t('keys.nameHint')}
        autoFocus
        required
        maxLength={100}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label={t('keys.kind')}
          hint={t(`keys.modeAbout.${mode}`)}
          value={mode}
          onChange={setMode}
          options={keyModes.map((value) => ({ value, text: t(`keys.mode.${value}`) }))}
        />
        <SelectField
          label={t('keys.end')}
          value={end}
          onChange={setEnd}
          options={ends.map((value) => ({ value, text: t(`keys.ends.${value}`) }))}
        />
      </div>
      <ScopeList chosen={chosen} onChange={setChosen} />
    </FormDialog>
  );
}

type ScopeListProps = { chosen: readonly Scope[]; onChange: (scopes: readonly Scope[]) => void };

function ScopeList({ chosen, onChange }: ScopeListProps) {
  const { t } = useTranslation();
  const toggle = (scope: Scope) =>
    onChange(chosen.includes(scope) ? chosen.filter((one) => one !== scope) : [...chosen, scope]);
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1.5 text-sm font-medium">{t('keys.scopes')}</legend>
      {scopes.map((scope) => (
        <label key={scope} className="flex cursor-pointer items-start gap-2.5 py-1 text-sm">
          <input
            type="checkbox"
            checked={chosen.includes(scope)}
            onChange={() => toggle(scope)}
            className="mt-0.5 size-4 shrink-0 cursor-pointer accent-ink"
          />
          <span className="min-w-0">
            {scopeText(t, scope)}{' '}
            <code dir="ltr" className="text-xs text-muted">
              {scope}
            </code>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
