import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { TeamMemberView } from '#contract/accounts/team.ts';
import { useRequiredTexts } from '../../api/later-words.ts';
import { leaveTeam, removeMember } from '../../api/team.ts';
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx';
import { doneToast } from '../../parts/dialogs/outcome-toast.ts';
import { SelectField } from '../../parts/forms/select-field.tsx';
import { PersonPrompt } from '../../parts/dialogs/person-prompt.tsx';

type Props = { member: TeamMemberView; members: TeamMemberView[]; onClose: () => void };

/** Removes another member or oneself, and asks who takes over the content, so that nothing is lost. */
export function RemoveDialog({ member, members, onClose }: Props) {
  const say = useRequiredTexts('pages');
  const heirs = members.filter(({ id, role }) => id !== member.id && role !== 'viewer');
  const first = heirs.find(({ you }) => you) ?? heirs.find(({ role }) => role === 'owner') ?? heirs[0];
  const [successorId, setHeirId] = useState(first?.id ?? '');
  const removing = useMutation(removeMember);
  const leaving = useMutation(leaveTeam);
  const { you, name } = member;
  const busy = removing.isPending || leaving.isPending;
  const error = removing.error ?? leaving.error;
  const go = (password?: string) => {
    const body = { successorId, ...(password !== undefined && { password }) };
    if (you) return leaving.mutate(body, { onSuccess: () => window.location.assign('/') });
    return removing.mutate(
      { id: member.id, ...body },
      {
        onSuccess: doneToast({ title: say('team.removed'), description: name }, onClose),
      },
    );
  };
  const dialog = {
    onClose,
    title: you ? say('team.leaveTitle') : say('team.removeTitle', { name }),
    description: you ? say('team.leaveAbout') : say('team.removeAbout'),
    action: you ? say('team.leave') : say('team.remove'),
    look: 'danger' as const,
    busy,
    ready: successorId !== '',
    error,
  };
  const heir = (
    <SelectField
      label={say('team.heir')}
      hint={say('team.heirHint')}
      value={successorId}
      options={heirs.map(({ id, name: text }) => ({ value: id, text }))}
      onChange={setHeirId}
    />
  );
  if (member.role === 'owner')
    return (
      <PersonPrompt {...dialog} onSubmit={go}>
        {heir}
      </PersonPrompt>
    );
  return (
    <FormDialog {...dialog} onSubmit={() => go()}>
      {heir}
    </FormDialog>
  );
}
