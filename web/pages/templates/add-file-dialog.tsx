import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { TemplateView } from '#contract/documents/templates.ts';
import { addTemplateFile } from '../../api/templates.ts';
import { FileDrop } from '../../documents/upload/file-drop.tsx';
import { UploadProgress } from '../../documents/upload/upload-progress.tsx';
import { doneToast, failureToast } from '../../parts/dialogs/outcome-toast.ts';
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx';
import { useTranslation } from '../../words.ts';

/** Adds the file to a template without one. */
export function AddFileDialog(props: { template: TemplateView; onClose: () => void }) {
  const { t } = useTranslation();
  const { id, name } = props.template;
  const [file, setFile] = useState<File | null>(null);
  const [part, setPart] = useState(0);
  const adding = useMutation({
    mutationFn: (chosen: File) => addTemplateFile(id, chosen, setPart),
    onSuccess: doneToast({ title: t('templates.saved') }, props.onClose),
    onError: failureToast(t('templates.addFileFailed')),
  });
  const add = () => {
    setPart(0);
    if (file) adding.mutate(file);
  };
  return (
    <FormDialog
      onClose={props.onClose}
      title={t('templates.addFileTitle', { name })}
      action={t('templates.addFile')}
      busy={adding.isPending}
      ready={file !== null}
      size="normal"
      onSubmit={add}
    >
      <FileDrop file={file} onFile={setFile} disabled={adding.isPending} />
      {adding.isPending ? <UploadProgress progress={part} /> : null}
    </FormDialog>
  );
}
