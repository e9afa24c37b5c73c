import { useMutation } from '@tanstack/react-query';
import { Download, Ellipsis, FileSearch, LayoutTemplate, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { DocumentSummary } from '#contract/documents.ts';
import { deleteDocument } from '../api/documents.ts';
import { reasonOf } from '../api/request.ts';
import { Button } from '../parts/button.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Menu, MenuItem, MenuLine } from '../parts/menu.tsx';
import { showToast } from '../parts/toast-store.ts';
import { downloadSealed } from './download-sealed.ts';

/** What can be done with one document of the list; the status decides (specification §2). */
export function DocumentMenu({ document }: { document: DocumentSummary }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const removal = useMutation(deleteDocument);
  const remove = () =>
    removal.mutate(document.id, {
      onSuccess: () => showToast({ title: t('documents.deleted'), description: t('documents.deletedText') }),
      onError: (error) =>
        showToast({ title: t('documents.deleteFailed'), description: reasonOf(error), look: 'danger' }),
      onSettled: () => setAsking(false),
    });
  return (
    <>
      <Menu
        trigger={
          <Button look="quiet" size="icon" aria-label={t('documents.actionsFor', { title: document.title })}>
            <Ellipsis aria-hidden="true" />
          </Button>
        }
      >
        <MenuItem icon={FileSearch} onSelect={() => void navigate(`/document/${document.id}`)}>
          {t('documents.viewDetails')}
        </MenuItem>
        {document.status === 'draft' ? (
          <MenuItem icon={Send} onSelect={() => void navigate(`/document/${document.id}?dialog=send`)}>
            {t('documents.send')}
          </MenuItem>
        ) : null}
        {document.status === 'completed' ? (
          <MenuItem icon={Download} onSelect={() => downloadSealed(document.id)}>
            {t('documents.download')}
          </MenuItem>
        ) : null}
        <MenuItem
          icon={LayoutTemplate}
          onSelect={() => void navigate(`/templates?dialog=create&document=${document.id}`)}
        >
          {t('documents.saveAsTemplate')}
        </MenuItem>
        <MenuLine />
        <MenuItem icon={Trash2} danger onSelect={() => setAsking(true)}>
          {t('documents.delete')}
        </MenuItem>
      </Menu>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('documents.deleteConfirm')}
        action={t('documents.delete')}
        onConfirm={remove}
        busy={removal.isPending}
      >
        <p className="font-medium break-words text-text">{document.title}</p>
      </ConfirmDialog>
    </>
  );
}
