import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import type { TemplateView } from '#contract/templates.ts';
import { reasonOf } from '../../api/request.ts';
import { changeTemplate } from '../../api/templates.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { useKeepTyped } from '../../api/keep-typed.ts';
import { showToast } from '../../kit/toast-store.ts';
import { useWords } from '../../words.ts';
import { isComplete, WordsFields } from './words-fields.tsx';

export const editTemplateForm = (templateId: string): string => `template ${templateId}`;

export function EditTemplateDialog(props: { template: TemplateView; onClose: () => void }) {
  const { t } = useWords();
  const { id, name, description, category } = props.template;
  const [words, setWords] = useState({ name, description, category });
  useKeepTyped(editTemplateForm(id), () => words, setWords);
  const [checked, setChecked] = useState(false);
  const saving = useMutation({
    mutationFn: () => changeTemplate(id, words),
    onSuccess: () => {
      showToast({ title: t('templates.saved') });
      props.onClose();
    },
    onError: (error) =>
      showToast({ title: t('templates.saveFailed'), description: reasonOf(error), look: 'danger' }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (isComplete(words)) saving.mutate();
    else showToast({ title: t('templates.required'), look: 'danger' });
  };
  return (
    <Dialog
      open
      onClose={props.onClose}
      locked={saving.isPending}
      size="small"
      title={t('templates.edit')}
      footer={
        <>
          <Button onClick={props.onClose} disabled={saving.isPending}>
            {t('dialog.cancel')}
          </Button>
          <Button look="primary" type="submit" form="edit-template" disabled={saving.isPending}>
            {t('templates.save')}
          </Button>
        </>
      }
    >
      <form id="edit-template" noValidate onSubmit={submit} className="flex flex-col gap-4">
        <WordsFields words={words} onChange={setWords} checked={checked} disabled={saving.isPending} />
      </form>
    </Dialog>
  );
}
