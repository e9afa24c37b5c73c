import { useQuery } from '@tanstack/react-query';
import type { UseFormReturn } from 'react-hook-form';
import type { TemplateDetail } from '#contract/documents/templates.ts';
import { useDeferredTexts } from '../../api/later-words.ts';
import { templateQuery } from '../../api/templates.ts';
import { useAccountFormats } from '../../parts/account-formats.ts';
import { useEditor } from '../state/editor-state.ts';
import type { SendForm } from './send-values.ts';

export type Term =
  | 'subject'
  | 'message'
  | 'days'
  | 'reminders'
  | 'allowDelegation'
  | 'signatureKinds'
  | 'separateFiles'
  | 'separateCertificate'
  | 'formats';

/**
 * Returns for each term whether its present value comes from the document's template or from the account;
 * undefined if it was set for this document.
 */
export function useTermOrigins(form: UseFormReturn<SendForm>): (term: Term) => string | undefined {
  const { document } = useEditor();
  const own = useDeferredTexts('templates');
  const ofAccount = useAccountFormats();
  const id = document.templateId;
  const { data: template } = useQuery({ ...templateQuery(id ?? ''), enabled: id !== null, retry: false });
  const now = valuesOf(form.watch());
  const same = (term: Term, value: unknown) => JSON.stringify(now[term]) === JSON.stringify(value);
  const inTemplate = template ? valuesOfTemplate(template) : null;
  return (term) => {
    if (!own) return undefined;
    const value = inTemplate?.[term];
    if (template && value) return same(term, value) ? own('templates.fromTemplate', template) : undefined;
    const isOfAccount =
      (term === 'formats' && same(term, formatsOf(ofAccount))) ||
      (term === 'signatureKinds' && now.signatureKinds === null);
    return isOfAccount ? own('templates.fromAccount') : undefined;
  };
}

type Values = Record<Term, unknown>;

function valuesOf({ subject, message, days, remind, everyDays, most, ...form }: SendForm): Values {
  return {
    subject: subject.trim(),
    message: message.trim(),
    days,
    reminders: remind ? { everyDays, most } : null,
    allowDelegation: form.allowDelegation,
    signatureKinds: form.signatureKinds,
    separateFiles: form.separateFiles,
    separateCertificate: form.separateCertificate,
    formats: formatsOf(form.formats),
  };
}

/** Empty values are those that the template does not set. */
function valuesOfTemplate({ sending, formats }: TemplateDetail): Values {
  const { subject, message, expirationDays, reminders, allowDelegation, signatureKinds } = sending;
  const { separateFiles, separateCertificate } = sending;
  return {
    subject,
    message,
    days: expirationDays,
    reminders: reminders && { everyDays: reminders.everyDays, most: reminders.most },
    allowDelegation,
    signatureKinds,
    separateFiles,
    separateCertificate,
    formats: formats && formatsOf(formats),
  };
}

/** In one order of keys. */
function formatsOf({ timeZone, dateFormat, numberFormat }: SendForm['formats']) {
  return { timeZone, dateFormat, numberFormat };
}
