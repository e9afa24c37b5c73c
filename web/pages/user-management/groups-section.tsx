import { useMutation, useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { GroupView } from '#contract/accounts/groups.ts';
import { useRequiredTexts } from '../../api/later-words.ts';
import { deleteGroup, groupsQuery, saveGroup } from '../../api/sharing.ts';
import { membersQuery } from '../../api/team.ts';
import { Button } from '../../parts/button.tsx';
import { ConfirmDialog } from '../../parts/dialogs/confirm-dialog.tsx';
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx';
import { InputField } from '../../parts/forms/form-field.tsx';
import { failureToast } from '../../parts/dialogs/outcome-toast.ts';
import { useTranslation } from '../../words.ts';

/** Groups of members, for team managers. The owner of a private folder can give a group access to it. */
export function GroupsSection() {
  const { t } = useTranslation();
  const say = useRequiredTexts('pages');
  const groups = useQuery(groupsQuery).data ?? [];
  const members = useQuery(membersQuery).data ?? [];
  const [open, setOpen] = useState<GroupView | 'new' | null>(null);
  const [removing, setRemoving] = useState<GroupView | null>(null);
  const removal = useMutation(deleteGroup);
  const names = new Map(members.map(({ id, name }) => [id, name]));
  return (
    <section
      aria-labelledby="groups-title"
      className="min-w-0 rounded-lg border border-line bg-surface shadow-card"
    >
      <div className="flex flex-wrap items-center justify-between gap-3 p-4 sm:px-6">
        <div className="min-w-0">
          <h2 id="groups-title" className="text-base">
            {t('groups.title')}
          </h2>
          <p className="mt-0.5 text-muted">{say('groups.about')}</p>
        </div>
        <Button onClick={() => setOpen('new')}>
          <Plus aria-hidden="true" />
          {say('groups.add')}
        </Button>
      </div>
      <ul aria-label={t('groups.title')}>
        {groups.map((group) => (
          <li
            key={group.id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-line px-4 py-3 sm:px-6"
          >
            <div className="min-w-0 flex-1 basis-56">
              <p className="font-medium">
                <bdi className="truncate">{group.name}</bdi>
              </p>
              <p className="text-muted">
                {group.memberIds.map((id) => names.get(id) ?? '').join(', ') || say('groups.noOne')}
              </p>
            </div>
            <div className="flex items-center gap-2 max-sm:-ms-3.5">
              <Button
                look="quiet"
                onClick={() => setOpen(group)}
                aria-label={say('groups.editNamed', { name: group.name })}
              >
                {say('groups.edit')}
              </Button>
              <Button
                look="quiet"
                onClick={() => setRemoving(group)}
                aria-label={say('groups.removeNamed', { name: group.name })}
              >
                {say('team.remove')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {open ? <GroupDialog group={open === 'new' ? null : open} onClose={() => setOpen(null)} /> : null}
      <ConfirmDialog
        open={removing !== null}
        onClose={() => setRemoving(null)}
        title={say('groups.removeNamed', { name: removing?.name ?? '' })}
        action={say('team.remove')}
        onConfirm={() =>
          removal.mutate(removing!.id, {
            onSettled: () => setRemoving(null),
            onError: failureToast(t('team.failed')),
          })
        }
        busy={removal.isPending}
      >
        {say('groups.removeAbout')}
      </ConfirmDialog>
    </section>
  );
}

function GroupDialog({ group, onClose }: { group: GroupView | null; onClose: () => void }) {
  const say = useRequiredTexts('pages');
  const members = useQuery(membersQuery).data ?? [];
  const [name, setName] = useState(group?.name ?? '');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(group?.memberIds ?? []));
  const saving = useMutation(saveGroup);
  const save = () =>
    saving.mutate(
      { id: group?.id ?? null, name: name.trim(), memberIds: [...chosen] },
      { onSuccess: onClose },
    );
  const toggle = (id: string, on: boolean) =>
    setChosen(new Set(on ? [...chosen, id] : [...chosen].filter((one) => one !== id)));
  return (
    <FormDialog
      onClose={onClose}
      title={group ? say('groups.editNamed', { name: group.name }) : say('groups.add')}
      action={say('team.save')}
      busy={saving.isPending}
      ready={name.trim() !== ''}
      error={saving.error}
      onSubmit={save}
    >
      <InputField
        label={say('groups.name')}
        autoFocus
        maxLength={100}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <fieldset className="flex flex-col">
        <legend className="mb-1 font-medium">{say('team.people')}</legend>
        {members.map((member) => (
          <label key={member.id} className="flex min-h-9 items-center gap-2.5 pointer-coarse:min-h-11">
            <input
              type="checkbox"
              className="size-4 accent-ink"
              checked={chosen.has(member.id)}
              onChange={({ target }) => toggle(member.id, target.checked)}
            />
            <bdi className="min-w-0 truncate">{member.name}</bdi>
          </label>
        ))}
      </fieldset>
    </FormDialog>
  );
}
