import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { changePassword } from '../../../api/security.ts';
import { FormDialog } from '../../../parts/dialogs/form-dialog.tsx';
import { InputField } from '../../../parts/forms/form-field.tsx';
import { useTranslation } from '../../../words.ts';
import { doneToast } from '../../../parts/dialogs/outcome-toast.ts';

/** Checks only the length, as at sign-up (NIST SP 800-63B). The server has the final check. */
const shortest = 8;

export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const changing = useMutation(changePassword);
  const { register, handleSubmit, formState } = useForm({
    defaultValues: { password: '', newPassword: '' },
  });
  const save = handleSubmit((form) =>
    changing.mutate(form, {
      onSuccess: doneToast(
        { title: t('settings.passwordSaved'), description: t('settings.passwordSavedAbout') },
        onClose,
      ),
    }),
  );
  return (
    <FormDialog
      onClose={onClose}
      title={t('settings.passwordChange')}
      description={t('settings.passwordChangeAbout')}
      action={t('settings.passwordSave')}
      busy={changing.isPending}
      error={changing.error}
      onSubmit={save}
    >
      <InputField
        label={t('settings.passwordOld')}
        autoFocus
        type="password"
        autoComplete="current-password"
        {...register('password')}
      />
      <InputField
        label={t('settings.passwordNew')}
        hint={t('settings.passwordHint', { count: shortest })}
        error={formState.errors.newPassword?.message}
        type="password"
        autoComplete="new-password"
        {...register('newPassword', {
          validate: (password) =>
            [...password].length >= shortest || t('settings.passwordHint', { count: shortest }),
        })}
      />
    </FormDialog>
  );
}
