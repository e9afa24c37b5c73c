import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { TemplateView } from '#contract/documents/templates.ts';
import { useAccountFormats } from '../../parts/account-formats.ts';
import { changeTemplate } from '../../api/templates.ts';
import { doneToast, failureToast } from '../../parts/dialogs/outcome-toast.ts';
import { FormatsFields } from '../../parts/forms/formats-fields.tsx';
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx';
import { useSavedInput } from '../../api/keep-typed.ts';
import { showToast } from '../../kit/toast-store.ts';
import { useTranslation } from '../../words.ts';
import { isComplete, TemplateDetailsFields } from './words-fields.tsx';

export const editTemplateForm = (templateId: string): string => `template ${templateId}`;

export function EditTemplateDialog(props: { template: TemplateView; onClose: () => void }) {
  const { t } = useTranslation();
  const { id, name, description, category, formats: before } = props.template;
  const [words, setWords] = useState({ name, description, category });
  const [formats, setFormats] = useState(before);
  const offered = useAccountFormats();
  useSavedInput(editTemplateForm(id), () => words, setWords);
  const [checked, setChecked] = useState(false);
  const saving = useMutation({
    mutationFn: () => changeTemplate(id, { ...words, formats }),
    onSuccess: doneToast({ title: t('templates.saved') }, props.onClose),
    onError: failureToast(t('templates.saveFailed')),
  });
  const submit = () => {
    setChecked(true);
    if (isComplete(words)) saving.mutate();
    else showToast({ title: t('templates.required'), look: 'danger' });
  };
  return (
    <FormDialog
      onClose={props.onClose}
      title={t('templates.edit')}
      action={t('templates.save')}
      busy={saving.isPending}
      onSubmit={submit}
    >
      <TemplateDetailsFields
        words={words}
        onChange={setWords}
        checked={checked}
        disabled={saving.isPending}
      />
      <FormatsFields
        formats={formats}
        inherited={{ from: t('formats.ofAccount'), formats: offered }}
        onChange={setFormats}
      />
    </FormDialog>
  );
}
