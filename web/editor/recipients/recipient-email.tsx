import { useId, type ChangeEvent } from 'react';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import type { PasskeyRule } from '#core/ceremony/passkey.ts';
import { isMailAddress } from '#core/recipient/address.ts';
import type { Language } from '#core/language/language.ts';
import type { FixedPerson } from '#core/template/roles.ts';
import type { RecipientRole } from '#core/recipient/recipient.ts';
import { useDeferredTexts } from '../../api/later-words.ts';
import { ContactSuggestions, useContactSuggestions } from '../../contacts/contact-suggestions.tsx';
import { FormField, Input } from '../../parts/forms/form-field.tsx';
import { useTranslation } from '../../words.ts';

export type RecipientForm = {
  email: string;
  name: string;
  /** False if the sender delivers the signing link. */
  sendEmail: boolean;
  phone: string;
  role: RecipientRole;
  order: number;
  /** Null for a role means the sender's language. */
  language: Language | null;
  /** For a role, whether a code is required. */
  accessCode: boolean;
  mailCode: boolean;
  passkey: PasskeyRule;
  message: string;
  files: string[] | null;
  /** The fixed person of a role. The address is empty if the role has no fixed person. */
  person: FixedPerson;
};

/**
 * An input for the address of a recipient. It suggests contacts while typing, and choosing one fills in the
 * name.
 */
export function RecipientEmail({ form }: { form: UseFormReturn<RecipientForm> }) {
  const { t } = useTranslation();
  const suggestions = useContactSuggestions(useWatch({ control: form.control, name: 'email' }));
  const listId = useId();
  const say = useDeferredTexts('delivery');
  const isOptional = !useWatch({ control: form.control, name: 'sendEmail' });
  const nameFromContact = (email: string) => {
    const known = suggestions.find((contact) => contact.email === email);
    if (known && form.getValues('name') === '') form.setValue('name', known.name);
    if (known?.language) form.setValue('language', known.language);
  };
  return (
    <>
      <FormField
        label={isOptional && say ? say('link.emailOptional') : t('recipient.email')}
        error={form.formState.errors.email?.message}
      >
        {(control) => (
          <Input
            {...control}
            type="email"
            autoComplete="off"
            autoFocus
            list={listId}
            {...form.register('email', {
              validate: (email, { sendEmail }) =>
                isMailAddress(email.trim()) ||
                (!sendEmail && email.trim() === '') ||
                t('recipient.emailInvalid'),
              onChange: (event: ChangeEvent<HTMLInputElement>) => nameFromContact(event.target.value),
            })}
          />
        )}
      </FormField>
      <ContactSuggestions id={listId} contacts={suggestions} />
    </>
  );
}
