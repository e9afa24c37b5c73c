import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { documentStatuses } from '#core/document/status.ts';
import { dueFilters } from '../../api/documents.ts';
import { ownersQuery } from '../../api/library.ts';
import { useDeferredTexts } from '../../api/later-words.ts';
import { Button } from '../../parts/button.tsx';
import { FormField, Input, InputField } from '../../parts/forms/form-field.tsx';
import { SelectField } from '../../parts/forms/select-field.tsx';
import { useTranslation } from '../../words.ts';
import type { LibraryAddress } from './use-library-address.ts';

/** Milliseconds without typing before the list is requested. */
const typingPause = 250;

/** The library's filters other than the title search. */
export function FilterPanel({ library }: { library: LibraryAddress }) {
  const { t } = useTranslation();
  const say = useDeferredTexts('pages');
  const { filters, filter, searching, clear } = library;
  const { data: owners = [] } = useQuery(ownersQuery);
  return (
    <div className="grid items-end gap-3 rounded-md bg-sunken/60 p-3 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4">
      <SelectField
        label={t('documents.status')}
        value={filters.status ?? 'all'}
        options={[
          { value: 'all' as const, text: t('documents.allStatus') },
          ...documentStatuses.map((value) => ({ value, text: t(`status.${value}`) })),
        ]}
        onChange={(value) => filter({ status: value === 'all' ? null : value })}
      />
      <SelectField
        label={t('views.due')}
        value={filters.due ?? 'any'}
        options={[
          { value: 'any' as const, text: t('views.anyDue') },
          ...dueFilters.map((value) => ({ value, text: t(`views.${value}`) })),
        ]}
        onChange={(value) => filter({ due: value === 'any' ? null : value })}
      />
      <SelectField
        label={t('library.owner')}
        value={filters.owner ?? 'all'}
        options={[
          { value: 'all', text: t('library.anyOwner') },
          ...owners.map((owner) => ({ value: owner.id, text: owner.name })),
        ]}
        onChange={(value) => filter({ owner: value === 'all' ? null : value })}
      />
      <TypedBox
        label={t('library.recipient')}
        placeholder={t('library.recipientHint')}
        value={filters.recipient ?? ''}
        onChange={(recipient) => filter({ recipient }, true)}
      />
      {say ? (
        <TypedBox
          label={say('reference.title')}
          placeholder={say('reference.filterHint')}
          value={filters.reference ?? ''}
          onChange={(reference) => filter({ reference }, true)}
        />
      ) : null}
      <fieldset className="flex min-w-0 flex-wrap gap-3 lg:col-span-2">
        <legend className="sr-only">{t('documents.created')}</legend>
        {(['from', 'to'] as const).map((edge) => (
          <FormField key={edge} label={t(`library.created.${edge}`)} className="min-w-40 flex-1 sm:min-w-0">
            {(control) => (
              <Input
                {...control}
                type="date"
                value={filters[edge] ?? ''}
                {...(edge === 'from' ? { max: filters.to ?? undefined } : { min: filters.from ?? undefined })}
                onChange={(event) => filter({ [edge]: event.target.value })}
                className="px-2"
              />
            )}
          </FormField>
        ))}
      </fieldset>
      <SelectField
        label={t('library.tests')}
        value={filters.test ?? 'false'}
        options={[
          { value: 'false' as const, text: t('library.realOnes') },
          { value: 'true' as const, text: t('library.testOnes') },
        ]}
        onChange={(value) => filter({ test: value === 'true' ? value : null })}
      />
      {searching ? (
        <Button look="link" size="text" className="justify-self-start sm:col-span-full" onClick={clear}>
          {t('documents.clear')}
        </Button>
      ) : null}
    </div>
  );
}

type Box = { label: string; placeholder: string; value: string; onChange: (typed: string) => void };

function TypedBox({ label, placeholder, value, onChange }: Box) {
  const [typed, setTyped] = useState(value);
  const [before, setBefore] = useState(value);
  const timer = useRef<number>(undefined);
  // The back button or 'Clear' changed the URL.
  if (before !== value) {
    setBefore(value);
    if (value !== typed.trim()) setTyped(value);
  }
  useEffect(() => () => window.clearTimeout(timer.current), []);
  return (
    <InputField
      label={label}
      value={typed}
      maxLength={200}
      placeholder={placeholder}
      onChange={({ target }) => {
        setTyped(target.value);
        window.clearTimeout(timer.current);
        timer.current = window.setTimeout(() => onChange(target.value.trim()), typingPause);
      }}
    />
  );
}
