import { Controller, type UseFormReturn } from 'react-hook-form';
import { passkeyRules } from '#core/ceremony/passkey.ts';
import { languages, ownNames } from '#core/language/language.ts';
import { FormField, TextArea } from '../../parts/forms/form-field.tsx';
import { FormSelect } from '../../parts/forms/form-select.tsx';
import { SelectField } from '../../parts/forms/select-field.tsx';
import { useTranslation } from '../../words.ts';
import type { RecipientForm } from './recipient-email.tsx';
import { SwitchLine } from '../../parts/forms/switch-line.tsx';

type Props = { form: UseFormReturn<RecipientForm> };

const unset = 'unset';

/** Initial settings of the person with a role: language, protection and a private message. */
export function RoleSettings({ form }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <Controller
        control={form.control}
        name="language"
        render={({ field: { value, onChange } }) => (
          <SelectField
            label={t('recipient.language')}
            value={value ?? unset}
            options={[
              { value: unset, text: t('role.languageOfSender') },
              ...languages.map((language) => ({ value: language, text: ownNames[language] })),
            ]}
            onChange={(language) => onChange(language === unset ? null : language)}
          />
        )}
      />
      <fieldset className="flex flex-col gap-3 rounded-md bg-sunken p-3.5">
        <legend className="sr-only">{t('send.protection')}</legend>
        <div className="flex flex-col gap-1">
          <Switch form={form} name="accessCode" label={t('send.accessCode')} />
          <p className="text-xs text-muted">{t('role.accessCodeHint')}</p>
        </div>
        <Switch form={form} name="mailCode" label={t('send.mailCode')} />
        <FormSelect
          control={form.control}
          name="passkey"
          label={t('send.passkey')}
          hint={t('send.passkeyHint')}
          options={passkeyRules.map((rule) => ({ value: rule, text: t(`send.passkeyRule.${rule}`) }))}
        />
      </fieldset>
      <FormField label={t('send.ownMessage')} hint={t('send.ownMessageHint')}>
        {(control) => (
          <TextArea
            {...control}
            rows={2}
            maxLength={2000}
            className="min-h-14"
            {...form.register('message')}
          />
        )}
      </FormField>
    </>
  );
}

function Switch({ form, name, label }: Props & { name: 'accessCode' | 'mailCode'; label: string }) {
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field }) => <SwitchLine label={label} checked={field.value} onChange={field.onChange} />}
    />
  );
}
