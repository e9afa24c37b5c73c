import { useMutation } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import type { ContactView } from '#contract/accounts/contacts.ts';
import { isMailAddress } from '#core/recipient/address.ts';
import { saveContact } from '../../api/contacts.ts';
import { useRequiredTexts } from '../../api/later-words.ts';
import { IdentityHints } from '../../parts/identity-hints.tsx';
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx';
import { InputField, TextAreaField } from '../../parts/forms/form-field.tsx';
import { useFormRecovery } from '../../api/keep-typed.ts';
import { showToast } from '../../kit/toast-store.ts';
import { useTranslation } from '../../words.ts';

type Form = { email: string; name: string; company: string; note: string };

export const contactForm = (id: string): string => `contact ${id}`;

/** Adds or changes a contact. The input is kept if the server refuses it. */
export function ContactDialog({ contact, onClose }: { contact: ContactView | null; onClose: () => void }) {
  const { t } = useTranslation();
  const say = useRequiredTexts('pages');
  const saving = useMutation(saveContact);
  const { register, handleSubmit, formState, getValues, reset, control } = useForm<Form>({
    defaultValues: {
      email: contact?.email ?? '',
      name: contact?.name ?? '',
      company: contact?.company ?? '',
      note: contact?.note ?? '',
    },
  });
  useFormRecovery(contactForm(contact?.id ?? 'new'), { getValues, reset });
  const save = handleSubmit((form) =>
    saving.mutate(
      { ...form, id: contact?.id ?? null },
      {
        onSuccess: ({ name, email }) => {
          showToast({
            title: contact ? say('contacts.saved') : say('contacts.added'),
            description: name || email,
          });
          onClose();
        },
      },
    ),
  );
  const [name, email] = useWatch({ control, name: ['name', 'email'] });
  return (
    <FormDialog
      onClose={onClose}
      title={contact ? say('contacts.edit') : say('contacts.add')}
      action={contact ? say('contacts.save') : say('contacts.add')}
      busy={saving.isPending}
      error={saving.error}
      onSubmit={save}
    >
      <InputField
        label={say('contacts.email')}
        error={formState.errors.email?.message}
        type="email"
        autoComplete="off"
        autoFocus
        {...register('email', {
          validate: (email) => isMailAddress(email.trim()) || t('recipient.emailInvalid'),
        })}
      />
      <InputField label={say('contacts.name')} autoComplete="off" maxLength={200} {...register('name')} />
      <IdentityHints live people={[{ name, email }]} />
      <InputField
        label={say('contacts.company')}
        autoComplete="off"
        maxLength={200}
        {...register('company')}
      />
      <TextAreaField
        label={say('contacts.note')}
        hint={say('contacts.noteHint')}
        maxLength={2000}
        {...register('note')}
      />
    </FormDialog>
  );
}
