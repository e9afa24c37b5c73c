import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { CurrentUser } from '#contract/accounts/account.ts';
import type { ProfileBody, SecurityAnswer } from '#contract/accounts/security.ts';
import { avatarInitials, displayName } from '../../api/account.ts';
import { reasonOf } from '../../api/transport/request.ts';
import { requestEmailConfirmation, removePhoto, saveProfile } from '../../api/security.ts';
import { Avatar } from '../../parts/people/avatar.tsx';
import { Button } from '../../parts/button.tsx';
import { failureToast } from '../../parts/dialogs/outcome-toast.ts';
import { InputField } from '../../parts/forms/form-field.tsx';
import { useFormRecovery, useReopen } from '../../api/keep-typed.ts';
import { showToast } from '../../kit/toast-store.ts';
import { useTranslation } from '../../words.ts';
import { EmailDialog, emailForm } from './email-dialog.tsx';
import { PhotoChooser } from './photo-chooser.tsx';
import { Form } from '../../parts/forms/form.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Row, Rows, SettingsSection } from './settings-section.tsx';

/** Name, photo and email of the member, as others see them. */
export function ProfileSection({ user, security }: { user: CurrentUser; security: SecurityAnswer }) {
  const { t } = useTranslation();
  const removing = useMutation(removePhoto);
  return (
    <SettingsSection id="profile" title={t('settings.profile')} about={t('settings.profileAbout')}>
      <Rows>
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3 px-4 py-4 sm:px-5">
          <Avatar photo={user.photo} initials={avatarInitials(user)} className="size-16 text-lg" />
          <div className="min-w-40 flex-1">
            <p className="truncate font-medium">{displayName(user)}</p>
            <p className="text-muted">{t('settings.photoHint')}</p>
          </div>
          <div className="flex flex-wrap gap-2">
            <PhotoChooser hasPhoto={user.photo !== null} />
            {user.photo ? (
              <Button
                look="quiet"
                disabled={removing.isPending}
                onClick={() => removing.mutate(undefined, { onError: failureToast(t('settings.failed')) })}
              >
                {t('settings.photoRemove')}
              </Button>
            ) : null}
          </div>
        </div>
        {security.managed === 'here' ? (
          <NamesForm user={user} />
        ) : (
          <Row title={displayName(user)} about={t('settings.nameElsewhere')} />
        )}
        <Email user={user} security={security} />
      </Rows>
    </SettingsSection>
  );
}

function NamesForm({ user }: { user: CurrentUser }) {
  const { t } = useTranslation();
  const saving = useMutation(saveProfile);
  const { register, handleSubmit, formState, getValues, reset } = useForm<ProfileBody>({
    defaultValues: { firstName: user.firstName, lastName: user.lastName },
  });
  useFormRecovery('profile', { getValues, reset });
  const save = handleSubmit((names) =>
    saving.mutate(names, {
      onSuccess: () => {
        reset(names);
        showToast({ title: t('settings.profileSaved') });
      },
    }),
  );
  const required = (name: string) => name.trim() !== '' || t('settings.nameMissing');
  return (
    <Form onSubmit={save} className="flex flex-col gap-4 px-4 py-4 sm:px-5">
      <div className="grid gap-4 sm:grid-cols-2">
        <InputField
          label={t('settings.firstName')}
          error={formState.errors.firstName?.message}
          autoComplete="given-name"
          maxLength={254}
          {...register('firstName', { validate: required })}
        />
        <InputField
          label={t('settings.lastName')}
          error={formState.errors.lastName?.message}
          autoComplete="family-name"
          maxLength={254}
          {...register('lastName', { validate: required })}
        />
      </div>
      {saving.isError ? <Problem>{reasonOf(saving.error)}</Problem> : null}
      <Button
        look="primary"
        type="submit"
        className="self-start"
        disabled={!formState.isDirty || saving.isPending}
      >
        {t('settings.profileSave')}
      </Button>
    </Form>
  );
}

/** The member's address, whether it is confirmed, and where it can be changed. */
function Email({ user, security }: { user: CurrentUser; security: SecurityAnswer }) {
  const { t } = useTranslation();
  const asking = useMutation(requestEmailConfirmation);
  const [changing, setChanging] = useState(false);
  useReopen(emailForm, () => setChanging(true));
  if (security.managed === 'elsewhere') {
    return <Row title={user.email} about={t('settings.emailElsewhere')} />;
  }
  const ask = () =>
    asking.mutate(undefined, {
      onSuccess: () =>
        showToast({ title: t('settings.emailSent'), description: t('settings.emailLook', user) }),
      onError: failureToast(t('settings.failed')),
    });
  return (
    <Row
      title={user.email}
      about={security.emailConfirmed ? t('settings.emailConfirmed') : t('settings.emailUnconfirmed')}
    >
      {security.emailConfirmed ? null : (
        <Button look="quiet" disabled={asking.isPending} onClick={ask}>
          {t('settings.emailAgain')}
        </Button>
      )}
      <Button onClick={() => setChanging(true)}>{t('settings.emailChange')}</Button>
      {changing ? <EmailDialog onClose={() => setChanging(false)} /> : null}
    </Row>
  );
}
