import { useMutation } from '@tanstack/react-query';
import {
  Copy,
  Download,
  FolderInput,
  Globe,
  History,
  Pencil,
  Send,
  SquareDashedMousePointer,
  Trash2,
} from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { TemplateView } from '#contract/documents/templates.ts';
import { useDeferredTexts } from '../../api/later-words.ts';
import { reasonOf } from '../../api/transport/request.ts';
import { deleteTemplate, duplicateTemplate } from '../../api/templates.ts';
import { AnswersDialog } from '../../documents/dialogs/answers-dialog.tsx';
import { MoveDialog } from '../../documents/dialogs/move-dialog.tsx';
import { SharingItem } from '../../documents/sharing-item.tsx';
import { ConfirmDialog } from '../../parts/dialogs/confirm-dialog.tsx';
import { failureToast } from '../../parts/dialogs/outcome-toast.ts';
import { ActionsMenu, MenuItem, MenuLine } from '../../parts/dialogs/menu.tsx';
import { showToast } from '../../kit/toast-store.ts';
import { useLimitAction } from '../../plans/limit-notice.tsx';
import { useTranslation } from '../../words.ts';

export function TemplateMenu({ template, onEdit }: { template: TemplateView; onEdit: () => void }) {
  const { t } = useTranslation();
  const own = useDeferredTexts('templates');
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const [exporting, setExporting] = useState(false);
  const [moving, setMoving] = useState(false);
  const wayOut = useLimitAction();
  const copying = useMutation({
    mutationFn: () => duplicateTemplate(template.id),
    onSuccess: () => showToast({ title: t('templates.created') }),
    onError: (error) =>
      showToast({
        title: t('templates.duplicateFailed'),
        description: reasonOf(error),
        look: 'danger',
        ...wayOut(error),
      }),
  });
  const removal = useMutation({
    mutationFn: () => deleteTemplate(template.id),
    onSuccess: () => showToast({ title: t('templates.deleted') }),
    onError: failureToast(t('templates.deleteFailed')),
    onSettled: () => setAsking(false),
  });
  return (
    <>
      <ActionsMenu name={t('templates.actionsFor', { name: template.name })} disabled={copying.isPending}>
        {template.pageCount > 0 ? (
          <MenuItem icon={Send} onSelect={() => void navigate(`/templates/${template.id}/bulk`)}>
            {t('bulk.menu')}
          </MenuItem>
        ) : null}
        {template.pageCount > 0 ? (
          <MenuItem icon={Globe} onSelect={() => void navigate(`/templates/${template.id}/form`)}>
            {t('form.menu')}
          </MenuItem>
        ) : null}
        {template.pageCount > 0 ? (
          <MenuItem
            icon={SquareDashedMousePointer}
            onSelect={() => void navigate(`/templates/${template.id}/edit`)}
          >
            {t('templates.editFields')}
          </MenuItem>
        ) : null}
        <MenuItem icon={Pencil} onSelect={onEdit}>
          {t('templates.edit')}
        </MenuItem>
        <MenuItem icon={History} onSelect={() => void navigate(`/templates/${template.id}/versions`)}>
          {own?.('versions.menu')}
        </MenuItem>
        <MenuItem icon={FolderInput} onSelect={() => setMoving(true)}>
          {t('library.moveTo')}
        </MenuItem>
        <MenuItem icon={Copy} onSelect={() => copying.mutate()}>
          {t('templates.duplicate')}
        </MenuItem>
        <MenuItem icon={Download} onSelect={() => setExporting(true)}>
          {t('answers.title')}
        </MenuItem>
        <SharingItem kind="template" thing={template} />
        <MenuLine />
        <MenuItem icon={Trash2} danger onSelect={() => setAsking(true)}>
          {t('templates.delete')}
        </MenuItem>
      </ActionsMenu>
      {exporting ? (
        <AnswersDialog source={{ kind: 'template', id: template.id }} onClose={() => setExporting(false)} />
      ) : null}
      {moving ? (
        <MoveDialog
          what={{ template: { ...template, title: template.name } }}
          onClose={() => setMoving(false)}
        />
      ) : null}
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('templates.deleteConfirm')}
        action={t('templates.delete')}
        onConfirm={() => removal.mutate()}
        busy={removal.isPending}
      >
        <p className="font-medium break-words text-text">
          <bdi>{template.name}</bdi>
        </p>
        <p className="mt-1">{t('templates.deleteText')}</p>
      </ConfirmDialog>
    </>
  );
}
