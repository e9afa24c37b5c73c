import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FolderView } from '#contract/documents/library.ts';
import { groupsQuery, shareFolder } from '../../api/sharing.ts';
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx';
import { doneToast } from '../../parts/dialogs/outcome-toast.ts';
import { Select } from '../../parts/forms/select.tsx';
import { Switch } from '../../parts/forms/switch.tsx';
import { useTranslation } from '../../words.ts';

type Access = 'none' | 'view' | 'use';
const accesses = ['none', 'view', 'use'] as const;

/** Who can see the contents of a folder: all members, or only its owner and selected groups. */
export function FolderSharingDialog({ folder, onClose }: { folder: FolderView; onClose: () => void }) {
  const { t } = useTranslation();
  const groups = useQuery(groupsQuery).data ?? [];
  const [kept, setKept] = useState(folder.privateTo !== null);
  const [granted, setGranted] = useState<ReadonlyMap<string, Access>>(
    () => new Map(folder.groups.map(({ groupId, access }) => [groupId, access])),
  );
  const sharing = useMutation(shareFolder);
  const save = () => {
    const grants = [...granted].flatMap(([groupId, access]) =>
      access === 'none' ? [] : [{ groupId, access }],
    );
    sharing.mutate(
      { id: folder.id, private: kept, groups: kept ? grants : [] },
      {
        onSuccess: doneToast(
          { title: t(kept ? 'sharing.isPrivate' : 'sharing.isShared'), description: folder.name },
          onClose,
        ),
      },
    );
  };
  return (
    <FormDialog
      onClose={onClose}
      title={t('sharing.title', { name: folder.name })}
      action={t('sharing.save')}
      busy={sharing.isPending}
      error={sharing.error}
      onSubmit={save}
    >
      <div className="flex items-start justify-between gap-4">
        <label htmlFor="folder-private" className="min-w-0">
          <span className="block font-medium">{t('sharing.switch')}</span>
          <span className="block text-muted">{t('sharing.privateAbout')}</span>
        </label>
        <Switch id="folder-private" checked={kept} onChange={setKept} />
      </div>
      {kept && groups.length > 0 ? (
        <ul aria-label={t('groups.title')} className="mt-1 border-t border-line">
          {groups.map(({ id, name }) => (
            <li key={id} className="flex items-center justify-between gap-4 border-b border-line py-2.5">
              <bdi className="min-w-0 truncate">{name}</bdi>
              <Select
                value={granted.get(id) ?? 'none'}
                options={accesses.map((access) => ({ value: access, text: t(`sharing.access.${access}`) }))}
                onChange={(access) => setGranted(new Map([...granted, [id, access]]))}
                aria-label={t('sharing.accessOf', { name })}
                className="w-36 shrink-0"
              />
            </li>
          ))}
        </ul>
      ) : null}
      {kept && groups.length === 0 ? <p className="text-muted">{t('sharing.noGroups')}</p> : null}
    </FormDialog>
  );
}
