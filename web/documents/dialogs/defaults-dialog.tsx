import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { EffectiveDefaults, FolderDefaults } from '#contract/documents/defaults.ts';
import type { TeamAnswer } from '#contract/accounts/team.ts';
import type { FolderView } from '#contract/documents/library.ts';
import { defaultsQuery } from '../../api/defaults.ts';
import { useDeferredTexts } from '../../api/later-words.ts';
import { changeFolder } from '../../api/library.ts';
import { changeTeam, teamQuery } from '../../api/team.ts';
import { DefaultsFields } from '../../parts/forms/defaults-fields.tsx';
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx';
import { doneToast } from '../../parts/dialogs/outcome-toast.ts';

/** The default settings of new documents in a folder. */
export function FolderDefaultsDialog({ folder, onClose }: { folder: FolderView; onClose: () => void }) {
  const inherited = useQuery(defaultsQuery(folder.parentId)).data;
  const save = (defaults: FolderDefaults) => changeFolder(folder.id, { defaults });
  if (!inherited) return null;
  return (
    <Defaults {...{ inherited, save, onClose }} of="folder" name={folder.name} before={folder.defaults} />
  );
}

/** The default settings of new documents in the account. Some are in other sections of the settings. */
export function AccountDefaultsDialog({ onClose }: { onClose: () => void }) {
  const team = useQuery(teamQuery).data;
  const saving = useMutation(changeTeam);
  if (!team) return null;
  const save = (defaults: TeamAnswer['defaults']) => saving.mutateAsync({ defaults });
  const inherited = { values: {}, from: {} };
  return <Defaults {...{ inherited, save, onClose }} of="account" name={team.title} before={team.defaults} />;
}

type Props = {
  of: 'account' | 'folder';
  name: string;
  before: FolderDefaults;
  inherited: EffectiveDefaults;
  save: (defaults: FolderDefaults) => Promise<unknown>;
  onClose: () => void;
};

function Defaults({ of, name, before, inherited, save, onClose }: Props) {
  const say = useDeferredTexts('templates');
  // Loads the other texts of the fields, which would otherwise suspend.
  const delivery = useDeferredTexts('delivery');
  const kinds = useDeferredTexts('field-kinds');
  const [values, setValues] = useState(before);
  const saving = useMutation({ mutationFn: save });
  if (!say || !delivery || !kinds) return null;
  return (
    <FormDialog
      onClose={onClose}
      title={say('defaults.title', { name })}
      description={say(of === 'folder' ? 'defaults.aboutFolder' : 'defaults.aboutAccount')}
      size="normal"
      native
      action={say('defaults.save')}
      busy={saving.isPending}
      error={saving.error}
      onSubmit={() =>
        saving.mutate(values, {
          onSuccess: doneToast({ title: say('defaults.saved'), description: name }, onClose),
        })
      }
    >
      <DefaultsFields of={of} values={values} inherited={inherited} onChange={setValues} />
    </FormDialog>
  );
}
