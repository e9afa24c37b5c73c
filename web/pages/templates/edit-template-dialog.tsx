import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { TemplateView } from '#contract/documents/templates.ts';
import { useAccountFormats } from '../../parts/account-formats.ts';
import { changeTemplate } from '../../api/templates.ts';
import { doneToast, failureToast } from '../../parts/dialogs/outcome-toast.ts';
import { FormatsFields } from '../../parts/forms/formats-fields.tsx';
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx';
import { lazyPart } from '../../parts/lazy-part.tsx';
import { referenceOf, typedReference } from '../../documents/typed-reference.ts';
import { useSavedInput } from '../../api/keep-typed.ts';
import { useDeferredTexts } from '../../api/later-words.ts';
import { showToast } from '../../kit/toast-store.ts';
import { useTranslation } from '../../words.ts';
import { isComplete, TemplateDetailsFields } from './words-fields.tsx';

const ReferenceFields = lazyPart(
  async () => (await import('../../documents/reference-fields.tsx')).ReferenceFields,
);

export const editTemplateForm = (templateId: string): string => `template ${templateId}`;

type Reference = Exclude<ReturnType<typeof referenceOf>, string>;

export function EditTemplateDialog(props: { template: TemplateView; onClose: () => void }) {
  const { t } = useTranslation();
  const say = useDeferredTexts('pages');
  const { id, name, description, category, formats: before } = props.template;
  const [words, setWords] = useState({ name, description, category });
  const [formats, setFormats] = useState(before);
  const [reference, setReference] = useState(() => typedReference(props.template));
  const offered = useAccountFormats();
  useSavedInput(
    editTemplateForm(id),
    () => ({ words, reference }),
    (typed) => {
      setWords(typed.words);
      setReference(typed.reference);
    },
  );
  const [checked, setChecked] = useState(false);
  const saving = useMutation({
    mutationFn: (changes: Reference) => changeTemplate(id, { ...words, ...changes, formats }),
    onSuccess: doneToast({ title: t('templates.saved') }, props.onClose),
    onError: failureToast(t('templates.saveFailed')),
  });
  const submit = () => {
    setChecked(true);
    const changes = referenceOf(reference);
    if (!isComplete(words)) showToast({ title: t('templates.required'), look: 'danger' });
    else if (typeof changes === 'string')
      showToast({ title: say?.(`reference.${changes}`) ?? '', look: 'danger' });
    else saving.mutate(changes);
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
      <ReferenceFields typed={reference} onChange={setReference} disabled={saving.isPending} />
    </FormDialog>
  );
}
