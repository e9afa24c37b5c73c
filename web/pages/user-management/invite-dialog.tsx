import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { invitedRoles, type InvitedRole } from '#core/account/team.ts';
import { isMailAddress } from '#core/recipient/address.ts';
import { useRequiredTexts } from '../../api/later-words.ts';
import { invite } from '../../api/team.ts';
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx';
import { InputField } from '../../parts/forms/form-field.tsx';
import { IdentityHints } from '../../parts/identity-hints.tsx';
import { SelectField } from '../../parts/forms/select-field.tsx';
import { showToast } from '../../kit/toast-store.ts';
import { useTranslation } from '../../words.ts';

/** Invites an address. The input is kept if the server refuses it. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const say = useRequiredTexts('pages');
  const inviting = useMutation(invite);
  const [role, setRole] = useState<InvitedRole>('member');
  const { register, handleSubmit, formState, control } = useForm({ defaultValues: { email: '' } });
  const email = useWatch({ control, name: 'email' });
  const send = handleSubmit(({ email }) =>
    inviting.mutate(
      { email: email.trim(), role },
      {
        onSuccess: (invitation) => {
          showToast({ title: say('team.invited'), description: invitation.email });
          onClose();
        },
      },
    ),
  );
  return (
    <FormDialog
      onClose={onClose}
      title={say('team.invite')}
      description={say('team.inviteAbout')}
      action={say('team.sendInvitation')}
      busy={inviting.isPending}
      error={inviting.error}
      onSubmit={send}
    >
      <InputField
        label={say('team.email')}
        error={formState.errors.email?.message}
        type="email"
        autoComplete="off"
        autoFocus
        {...register('email', {
          validate: (email) => isMailAddress(email.trim()) || t('recipient.emailInvalid'),
        })}
      />
      <IdentityHints people={[{ name: '', email: email.trim() }]} live className="-mt-3" />
      <SelectField
        label={say('team.role')}
        hint={t(`team.may.${role}`)}
        value={role}
        options={invitedRoles.map((value) => ({ value, text: t(`team.role.${value}`) }))}
        onChange={setRole}
      />
    </FormDialog>
  );
}
