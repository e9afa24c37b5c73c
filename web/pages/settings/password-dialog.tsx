import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { reasonOf } from '../../api/request.ts';
import { changePassword } from '../../api/security.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { FormField, Input } from '../../parts/form-field.tsx';
import { showToast } from '../../kit/toast-store.ts';
import { useWords } from '../../words.ts';
import { Problem } from './settings-section.tsx';

/** As at sign-up: length counts, and nothing else (NIST SP 800-63B). The server decides. */
const shortest = 8;

export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const { t } = useWords();
  const changing = useMutation(changePassword);
  const { register, handleSubmit, formState } = useForm({
    defaultValues: { password: '', newPassword: '' },
  });
  const save = handleSubmit((form) =>
    changing.mutate(form, {
      onSuccess: () => {
        showToast({ title: t('settings.passwordSaved'), description: t('settings.passwordSavedAbout') });
        onClose();
      },
    }),
  );
  return (
    <Dialog
      open
      size="small"
      onClose={onClose}
      locked={changing.isPending}
      title={t('settings.passwordChange')}
      description={t('settings.passwordChangeAbout')}
      footer={
        <>
          <Button onClick={onClose}>{t('dialog.cancel')}</Button>
          <Button look="primary" type="submit" form="change-password" disabled={changing.isPending}>
            {t('settings.passwordSave')}
          </Button>
        </>
      }
    >
      <form
        id="change-password"
        noValidate
        onSubmit={(event) => void save(event)}
        className="flex flex-col gap-4"
      >
        <FormField label={t('settings.passwordOld')}>
          {(control) => (
            <Input
              {...control}
              autoFocus
              type="password"
              autoComplete="current-password"
              {...register('password')}
            />
          )}
        </FormField>
        <FormField
          label={t('settings.passwordNew')}
          hint={t('settings.passwordHint', { count: shortest })}
          error={formState.errors.newPassword?.message}
        >
          {(control) => (
            <Input
              {...control}
              type="password"
              autoComplete="new-password"
              {...register('newPassword', {
                validate: (password) =>
                  [...password].length >= shortest || t('settings.passwordHint', { count: shortest }),
              })}
            />
          )}
        </FormField>
        {changing.isError ? <Problem>{reasonOf(changing.error)}</Problem> : null}
      </form>
    </Dialog>
  );
}
