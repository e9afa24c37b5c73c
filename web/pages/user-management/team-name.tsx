import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { TeamAnswer } from '#contract/accounts/team.ts';
import { useRequiredTexts } from '../../api/later-words.ts';
import { changeTeam } from '../../api/team.ts';
import { Button } from '../../parts/button.tsx';
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx';
import { InputField } from '../../parts/forms/form-field.tsx';

/** The name of the account, shown in invitations and in the account switcher. */
export function TeamName({ team, editable }: { team: TeamAnswer; editable: boolean }) {
  const say = useRequiredTexts('pages');
  const [editing, setEditing] = useState(false);
  return (
    <p className="mt-0.5 flex flex-wrap items-baseline gap-x-3 text-muted">
      <bdi className="min-w-0 truncate">{team.title}</bdi>
      {editable ? (
        <Button look="link" size="text" onClick={() => setEditing(true)}>
          {say('team.rename')}
        </Button>
      ) : null}
      {editing ? <RenameDialog name={team.name} onClose={() => setEditing(false)} /> : null}
    </p>
  );
}

function RenameDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const say = useRequiredTexts('pages');
  const renaming = useMutation(changeTeam);
  const { register, handleSubmit } = useForm({ defaultValues: { name } });
  const save = handleSubmit((form) => renaming.mutate({ name: form.name }, { onSuccess: onClose }));
  return (
    <FormDialog
      onClose={onClose}
      title={say('team.rename')}
      action={say('team.save')}
      busy={renaming.isPending}
      error={renaming.error}
      onSubmit={save}
    >
      <InputField
        label={say('team.name')}
        hint={say('team.nameHint')}
        autoFocus
        autoComplete="organization"
        maxLength={100}
        {...register('name')}
      />
    </FormDialog>
  );
}
