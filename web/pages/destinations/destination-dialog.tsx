import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { AddDestinationInput, DestinationView } from '#contract/messages/destinations.ts';
import { defaultPattern, patternParts } from '#core/destination/file-path.ts';
import { destinationKinds, type DestinationKind, type Place } from '#core/destination/kinds.ts';
import { addDestination, changeDestination } from '../../api/destinations.ts';
import { useRequiredTexts } from '../../api/later-words.ts';
import { reasonOf } from '../../api/transport/request.ts';
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx';
import { FormField, InputField, TextArea } from '../../parts/forms/form-field.tsx';
import { SelectField } from '../../parts/forms/select-field.tsx';

type Props = { destination?: DestinationView; onClose: () => void; onSecret?: (secret: string) => void };

/** The form values of a destination. Each kind uses some of them. */
type Entered = Record<
  | 'url'
  | 'address'
  | 'user'
  | 'endpoint'
  | 'region'
  | 'bucket'
  | 'prefix'
  | 'accessKeyId'
  | 'lockDays'
  | 'host'
  | 'port'
  | 'folder'
  | 'hostKey',
  string
> & { lockMode: 'GOVERNANCE' | 'COMPLIANCE' };

/** The fields of each kind, in display order. */
const fields = {
  webdav: ['url', 'user'],
  s3: ['endpoint', 'region', 'bucket', 'prefix', 'accessKeyId', 'lockDays'],
  sftp: ['host', 'port', 'user', 'folder', 'hostKey'],
  email: ['address'],
  https: ['url'],
} as const satisfies Record<DestinationKind, readonly (keyof Entered)[]>;
const optional: readonly string[] = ['user', 'prefix', 'lockDays', 'folder', 'hostKey'];

/** The settings of a new or existing destination. */
export function DestinationDialog({ destination, onClose, onSecret }: Props) {
  const t = useRequiredTexts('destinations');
  const [kind, setKind] = useState<DestinationKind>(destination?.place.kind ?? 'webdav');
  const [name, setName] = useState(destination?.name ?? '');
  const [entered, setEntered] = useState(() => enteredOf(destination?.place));
  const [secret, setSecret] = useState('');
  const [pattern, setPattern] = useState(destination?.pattern ?? defaultPattern);
  const [from, setFrom] = useState(timeOf(destination?.window?.from));
  const [to, setTo] = useState(timeOf(destination?.window?.to));
  const adding = useMutation(addDestination);
  const changing = useMutation(changeDestination);
  const problem = adding.error ?? changing.error;
  const save = () => {
    const window =
      from === '' || to === ''
        ? null
        : { from: minutesOf(from), to: minutesOf(to), zone: destination?.window?.zone ?? ownZone() };
    const body: AddDestinationInput = {
      name: name.trim(),
      place: placeOf(kind, entered),
      pattern: pattern.trim(),
      window,
      ...(secret !== '' && kind !== 'https' && kind !== 'email' && { secret }),
    };
    if (destination) return changing.mutate({ id: destination.id, ...body }, { onSuccess: onClose });
    adding.mutate(body, {
      onSuccess: ({ secret: created }) => {
        onClose();
        if (created !== null) onSecret?.(created);
      },
    });
  };
  return (
    <FormDialog
      onClose={onClose}
      title={t(destination ? 'editTitle' : 'add')}
      action={t(destination ? 'save' : 'add')}
      busy={adding.isPending || changing.isPending}
      ready
      size="normal"
      native
      onSubmit={save}
    >
      {problem ? (
        <p role="alert" className="text-danger">
          {reasonOf(problem)}
        </p>
      ) : null}
      <InputField
        label={t('name')}
        hint={t('nameHint')}
        autoFocus
        required
        maxLength={100}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      {destination ? null : (
        <SelectField
          label={t('kindLabel')}
          value={kind}
          onChange={setKind}
          options={destinationKinds.map((value) => ({ value, text: t(`kind.${value}`) }))}
        />
      )}
      {fields[kind].map((field) => (
        <InputField
          key={`${kind} ${field}`}
          label={t(`field.${field}`)}
          hint={t(`hint.${kind}.${field}` as 'hint.webdav.url')}
          required={!optional.includes(field)}
          dir="ltr"
          autoComplete="off"
          inputMode={field === 'port' || field === 'lockDays' ? 'numeric' : undefined}
          value={entered[field]}
          onChange={({ target }) => setEntered({ ...entered, [field]: target.value })}
        />
      ))}
      {kind === 's3' && entered.lockDays !== '' ? (
        <SelectField
          label={t('lockMode')}
          hint={t('lockModeHint')}
          value={entered.lockMode}
          onChange={(lockMode) => setEntered({ ...entered, lockMode })}
          options={(['GOVERNANCE', 'COMPLIANCE'] as const).map((value) => ({
            value,
            text: t(`lock.${value}`),
          }))}
        />
      ) : null}
      {kind === 'https' || kind === 'email' ? null : (
        <Secret kind={kind} known={destination !== undefined} value={secret} onChange={setSecret} />
      )}
      <InputField
        label={t('pattern')}
        hint={t('patternHint', { parts: patternParts.map((part) => `{${part}}`).join(' ') })}
        required
        dir="ltr"
        maxLength={300}
        value={pattern}
        onChange={({ target }) => setPattern(target.value)}
      />
      <fieldset>
        <legend className="mb-2 text-sm font-medium">{t('hours')}</legend>
        <div className="grid grid-cols-2 gap-3">
          <InputField
            label={t('from')}
            type="time"
            value={from}
            onChange={({ target }) => setFrom(target.value)}
          />
          <InputField label={t('to')} type="time" value={to} onChange={({ target }) => setTo(target.value)} />
        </div>
        <p className="mt-1.5 text-xs text-muted">
          {t('hoursHint', { zone: destination?.window?.zone ?? ownZone() })}
        </p>
      </fieldset>
    </FormDialog>
  );
}

type SecretProps = {
  kind: DestinationKind;
  known: boolean;
  value: string;
  onChange: (value: string) => void;
};

/** A private key has several lines. */
function Secret({ kind, known, value, onChange }: SecretProps) {
  const t = useRequiredTexts('destinations');
  const hint = [known ? t('secretKnown') : '', kind === 'sftp' ? t('secretKeyHint') : '']
    .filter(Boolean)
    .join(' ');
  const label = t(kind === 's3' ? 'secretAccessKey' : 'password');
  if (kind === 'sftp')
    return (
      <FormField label={label} hint={hint}>
        {(control) => (
          <TextArea
            {...control}
            dir="ltr"
            rows={2}
            required={!known}
            autoComplete="off"
            spellCheck={false}
            value={value}
            onChange={({ target }) => onChange(target.value)}
          />
        )}
      </FormField>
    );
  return (
    <InputField
      label={label}
      hint={hint || undefined}
      type="password"
      dir="ltr"
      required={!known}
      autoComplete="new-password"
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

const empty: Entered = {
  ...{
    url: '',
    address: '',
    user: '',
    endpoint: 'https://s3.eu-central-1.amazonaws.com',
    region: 'eu-central-1',
    bucket: '',
  },
  ...{ prefix: '', accessKeyId: '', lockDays: '', host: '', port: '22', folder: '', hostKey: '' },
  lockMode: 'GOVERNANCE',
};

function enteredOf(place: Place | undefined): Entered {
  const known = Object.entries(place ?? {}).map(([key, value]) => [key, String(value ?? '')] as const);
  return { ...empty, ...Object.fromEntries(known) };
}

function placeOf(kind: DestinationKind, entered: Entered): AddDestinationInput['place'] {
  const { url, user, endpoint, region, bucket, prefix, accessKeyId, lockMode, host, folder } = entered;
  if (kind === 'webdav') return { kind, url: url.trim(), user };
  if (kind === 'https') return { kind, url: url.trim() };
  if (kind === 'email') return { kind, address: entered.address.trim() };
  if (kind === 'sftp') {
    const hostKey = entered.hostKey.trim() || null;
    return { kind, host: host.trim(), port: Number(entered.port), user, folder, hostKey };
  }
  const lockDays = entered.lockDays.trim() === '' ? null : Number(entered.lockDays);
  return {
    ...{ kind, endpoint: endpoint.trim(), region, bucket: bucket.trim(), prefix },
    ...{ accessKeyId, lockDays, lockMode },
  };
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
const timeOf = (minutes: number | undefined): string =>
  minutes === undefined
    ? ''
    : `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;
