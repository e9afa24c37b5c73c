import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { isMailAddress } from '#core/recipient/address.ts';
import { changeEmail } from '../../api/security.ts';
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx';
import { InputField } from '../../parts/forms/form-field.tsx';
import { useSavedInput } from '../../api/keep-typed.ts';
import { useTranslation } from '../../words.ts';
import { doneToast } from '../../parts/dialogs/outcome-toast.ts';

export const emailForm = 'email';

/** Sends an email to the new address. The address changes when it is confirmed there. */
export function EmailDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const changing = useMutation(changeEmail);
  const { register, handleSubmit, formState, getValues, setValue } = useForm({
    defaultValues: { email: '', password: '' },
  });
  // The password is a secret and is never written to browser storage.
  useSavedInput(
    emailForm,
    () => getValues('email'),
    (email) => setValue('email', email),
  );
  const save = handleSubmit((form) =>
    changing.mutate(form, {
      onSuccess: doneToast(
        { title: t('settings.emailSent'), description: t('settings.emailLook', form) },
        onClose,
      ),
    }),
  );
  return (
    <FormDialog
      onClose={onClose}
      title={t('settings.emailChange')}
      description={t('settings.emailChangeAbout')}
      action={t('settings.emailSend')}
      busy={changing.isPending}
      error={changing.error}
      onSubmit={save}
    >
      <InputField
        label={t('settings.emailNew')}
        error={formState.errors.email?.message}
        autoFocus
        type="email"
        autoComplete="email"
        {...register('email', {
          validate: (email) => isMailAddress(email.trim()) || t('recipient.emailInvalid'),
        })}
      />
      <InputField
        label={t('settings.passwordYours')}
        type="password"
        autoComplete="current-password"
        {...register('password')}
      />
    </FormDialog>
  );
}
