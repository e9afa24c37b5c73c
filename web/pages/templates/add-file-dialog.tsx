import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { TemplateView } from '#contract/templates.ts';
import { reasonOf } from '../../api/request.ts';
import { addTemplateFile } from '../../api/templates.ts';
import { FileDrop } from '../../documents/file-drop.tsx';
import { UploadProgress } from '../../documents/upload-progress.tsx';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { showToast } from '../../kit/toast-store.ts';
import { useWords } from '../../words.ts';

/** For a template that was made of words alone. */
export function AddFileDialog(props: { template: TemplateView; onClose: () => void }) {
  const { t } = useWords();
  const { id, name } = props.template;
  const [file, setFile] = useState<File | null>(null);
  const [part, setPart] = useState(0);
  const adding = useMutation({
    mutationFn: (chosen: File) => addTemplateFile(id, chosen, setPart),
    onSuccess: () => {
      showToast({ title: t('templates.saved') });
      props.onClose();
    },
    onError: (error) =>
      showToast({ title: t('templates.addFileFailed'), description: reasonOf(error), look: 'danger' }),
  });
  const add = () => {
    setPart(0);
    if (file) adding.mutate(file);
  };
  return (
    <Dialog
      open
      onClose={props.onClose}
      locked={adding.isPending}
      title={t('templates.addFileTitle', { name })}
      footer={
        <>
          <Button onClick={props.onClose} disabled={adding.isPending}>
            {t('dialog.cancel')}
          </Button>
          <Button look="primary" disabled={adding.isPending || !file} onClick={add}>
            {t('templates.addFile')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <FileDrop file={file} onFile={setFile} disabled={adding.isPending} />
        {adding.isPending ? <UploadProgress progress={part} /> : null}
      </div>
    </Dialog>
  );
}
