import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { ChangeTemplateBody, TemplateView } from '#contract/documents/templates.ts';
import { expirationDays } from '#core/document/sending-terms.ts';
import { defaultsQuery } from '../../api/defaults.ts';
import { useDeferredTexts } from '../../api/later-words.ts';
import { InheritedTexts } from '../../editor/send/inherited-texts.tsx';
import { SendTerms } from '../../editor/send/send-terms.tsx';
import type { SendForm } from '../../editor/send/send-values.ts';
import { useTermOrigins } from '../../editor/send/use-term-origins.ts';
import { termsOf } from '../../editor/send/terms-of.ts';
import { useAccountFormats } from '../../parts/account-formats.ts';
import { changeTemplate } from '../../api/templates.ts';
import { doneToast, failureToast } from '../../parts/dialogs/outcome-toast.ts';
import { FormatsFields } from '../../parts/forms/formats-fields.tsx';
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx';
import { lazyPart } from '../../parts/lazy-part.tsx';
import { referenceOf, typedReference } from '../../documents/typed-reference.ts';
import { useSavedInput } from '../../api/keep-typed.ts';
import { showToast } from '../../kit/toast-store.ts';
import { useTranslation } from '../../words.ts';
import { isComplete, TemplateDetailsFields } from './words-fields.tsx';

const ReferenceFields = lazyPart(
  async () => (await import('../../documents/reference-fields.tsx')).ReferenceFields,
);

export const editTemplateForm = (templateId: string): string => `template ${templateId}`;

type Reference = Exclude<ReturnType<typeof referenceOf>, string>;

type Props = { template: TemplateView; onClose: () => void };

export function EditTemplateDialog(props: Props) {
  const { data, isPending } = useQuery(defaultsQuery(props.template.folderId));
  const days = data?.values.expirationDays ?? expirationDays.default;
  return isPending ? null : <Loaded {...props} inheritedDays={days} />;
}

function Loaded(props: Props & { inheritedDays: number }) {
  const { t } = useTranslation();
  const own = useDeferredTexts('templates');
  const say = useDeferredTexts('pages');
  const { id, name, description, category, sending, formats: before } = props.template;
  const [words, setWords] = useState({ name, description, category });
  const [formats, setFormats] = useState(before);
  const [reference, setReference] = useState(() => typedReference(props.template));
  const offered = useAccountFormats();
  const form = useForm<SendForm>({ defaultValues: termsOf(sending, before ?? offered, props.inheritedDays) });
  const origins = useTermOrigins(form, {
    folderId: props.template.folderId,
    templateId: null,
  });
  useSavedInput(
    editTemplateForm(id),
    () => ({ words, reference, terms: form.getValues() }),
    (typed) => {
      setWords(typed.words);
      setReference(typed.reference);
      form.reset(typed.terms, { keepDefaultValues: true });
    },
  );
  const [checked, setChecked] = useState(false);
  const saving = useMutation({
    mutationFn: ({ changes, terms }: { changes: Reference; terms: SendForm }) =>
      changeTemplate(id, {
        ...words,
        ...changes,
        formats,
        sending: sendingOf(terms, sending.expirationDays, props.inheritedDays),
      }),
    onSuccess: doneToast({ title: t('templates.saved') }, props.onClose),
    onError: failureToast(t('templates.saveFailed')),
  });
  const submit = () => {
    setChecked(true);
    const changes = referenceOf(reference);
    if (!isComplete(words)) showToast({ title: t('templates.required'), look: 'danger' });
    else if (typeof changes === 'string')
      showToast({ title: say?.(`reference.${changes}`) ?? '', look: 'danger' });
    else void form.handleSubmit((terms) => saving.mutate({ changes, terms }))();
  };
  if (!own) return null;
  return (
    <FormDialog
      onClose={props.onClose}
      title={t('templates.edit')}
      action={t('templates.save')}
      busy={saving.isPending}
      size="normal"
      onSubmit={submit}
    >
      <TemplateDetailsFields
        words={words}
        onChange={setWords}
        checked={checked}
        disabled={saving.isPending}
      />
      <fieldset className="flex flex-col gap-4">
        <legend className="contents font-medium">{own('templates.sending')}</legend>
        <p className="text-xs text-muted">{own('templates.sendingAbout')}</p>
        <InheritedTexts form={form} origins={origins} messageHint={t('send.messageHint')} />
        <SendTerms
          form={form}
          severalFiles={props.template.fileCount > 1}
          origins={origins}
          formats={
            <FormatsFields
              formats={formats}
              inherited={{ from: t('formats.ofAccount'), formats: offered }}
              onChange={setFormats}
            />
          }
        />
      </fieldset>
      <ReferenceFields typed={reference} onChange={setReference} disabled={saving.isPending} />
    </FormDialog>
  );
}

/** If the template does not set the number of days, an unchanged inherited number is not saved. */
function sendingOf(
  terms: SendForm,
  before: number | null,
  inheritedDays: number,
): ChangeTemplateBody['sending'] {
  const { subject, message, days, remind, everyDays, most, allowDelegation, signatureKinds } = terms;
  const { separateFiles, separateCertificate } = terms;
  const isDefault = before === null && days === inheritedDays;
  return {
    subject,
    message,
    expirationDays: isDefault ? null : days,
    reminders: remind ? { everyDays, most } : null,
    allowDelegation,
    signatureKinds,
    separateFiles,
    separateCertificate,
  };
}
