import { Controller, useWatch, type UseFormReturn } from 'react-hook-form';
import { passkeyRules } from '#core/ceremony/passkey.ts';
import { languages, ownNames } from '#core/language/language.ts';
import { isMailAddress } from '#core/recipient/address.ts';
import { useDeferredTexts } from '../../api/later-words.ts';
import { IdentityHints } from '../../parts/identity-hints.tsx';
import { FormField, InputField, TextArea } from '../../parts/forms/form-field.tsx';
import { FormSelect } from '../../parts/forms/form-select.tsx';
import { SelectField } from '../../parts/forms/select-field.tsx';
import { useTranslation } from '../../words.ts';
import type { RecipientForm } from './recipient-email.tsx';
import { SwitchLine } from '../../parts/forms/switch-line.tsx';

type Props = { form: UseFormReturn<RecipientForm> };

const unset = 'unset';

/** Default settings for the person with a role: language, protection and a private message. */
export function RoleSettings({ form }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <RolePerson form={form} />
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

/** The fixed person who takes the role in every document made from the template. */
function RolePerson({ form }: Props) {
  const { t } = useTranslation();
  const own = useDeferredTexts('templates');
  const { email, name } = useWatch({ control: form.control, name: 'person' });
  if (!own) return null;
  return (
    <fieldset className="flex flex-col gap-3 rounded-md bg-sunken p-3.5">
      <legend className="contents text-sm font-medium">{own('templates.fixedPerson')}</legend>
      <p className="text-xs text-muted">{own('templates.fixedPersonHint')}</p>
      <div className="grid gap-3 sm:grid-cols-2">
        <InputField
          label={t('recipient.email')}
          error={form.formState.errors.person?.email?.message}
          type="email"
          autoComplete="off"
          {...form.register('person.email', {
            validate: (typed, { person }) =>
              (typed.trim() === '' && person.name.trim() === '') ||
              isMailAddress(typed.trim()) ||
              t('recipient.emailInvalid'),
          })}
        />
        <InputField
          label={t('recipient.nameOptional')}
          autoComplete="off"
          maxLength={200}
          {...form.register('person.name')}
        />
      </div>
      <IdentityHints live people={[{ email, name }]} />
    </fieldset>
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
