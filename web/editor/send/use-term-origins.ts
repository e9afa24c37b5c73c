import { useQuery } from '@tanstack/react-query';
import type { UseFormReturn } from 'react-hook-form';
import type { EffectiveDefaults } from '#contract/documents/defaults.ts';
import type { TemplateDetail } from '#contract/documents/templates.ts';
import { changeFormats } from '#core/formats/formats.ts';
import { defaultsQuery } from '../../api/defaults.ts';
import { useDeferredTexts } from '../../api/later-words.ts';
import { templateQuery } from '../../api/templates.ts';
import { editorFrame } from '../../kit/frame.ts';
import { useAccountFormats } from '../../parts/account-formats.ts';
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
 * The origin of a term's current value, or a function that restores the inherited value (`value` of `from`).
 */
export type Origin = { text: string; from: string; value: unknown; reset?: () => void };

type Of = {
  folderId: string | null;
  /** The template of a document */
  templateId: string | null;
};

/** A template always sets these terms. */
const alwaysStated: ReadonlySet<Term> = new Set(['reminders', 'allowDelegation']);

/**
 * Returns the origin of each term's current value: the document's template, a folder or the account. For a
 * term that was set for this document, the origin can restore the inherited value. Undefined if nothing is
 * inherited.
 */
export function useTermOrigins(
  form: UseFormReturn<SendForm>,
  { folderId, templateId }: Of,
): (term: Term) => Origin | undefined {
  const own = useDeferredTexts('templates');
  const ofAccount = useAccountFormats();
  const { data: template } = useQuery({
    ...templateQuery(templateId ?? ''),
    enabled: templateId !== null,
    retry: false,
  });
  const isEmbedded = editorFrame() !== null;
  const { data: defaults } = useQuery({ ...defaultsQuery(folderId, templateId), enabled: !isEmbedded });
  const now = valuesOf(form.watch());
  const inTemplate = template ? valuesOfTemplate(template) : null;
  const byDefault = defaults && valuesOfDefaults(defaults, ofAccount);
  return (term) => {
    if (!own) return undefined;
    const ofTemplate = inTemplate?.[term];
    const stating = alwaysStated.has(term) || ofTemplate ? template : undefined;
    const inherited = stating ? { value: ofTemplate, source: undefined } : byDefault?.[term];
    if (!inherited || (inherited.source?.folderId && inherited.source.name === '')) return undefined;
    const texts = stating
      ? { from: own('templates.fromTemplate', stating), reset: own('defaults.reset.template', stating) }
      : inherited.source?.folderId
        ? {
            from: own('templates.fromFolder', inherited.source),
            reset: own('defaults.reset.folder', inherited.source),
          }
        : { from: own('templates.fromAccount'), reset: own('defaults.reset.account') };
    const origin = { from: texts.from, value: inherited.value };
    return JSON.stringify(now[term]) === JSON.stringify(inherited.value)
      ? { ...origin, text: texts.from }
      : { ...origin, text: texts.reset, reset: () => setTerm(form, term, inherited.value) };
  };
}

type Values = Record<Term, unknown>;

/** Converts a value back to the form of `valuesOf`. */
function setTerm(form: UseFormReturn<SendForm>, term: Term, value: unknown): void {
  const set = (name: keyof SendForm, to: unknown) =>
    form.setValue(name, to as never, { shouldDirty: true, shouldValidate: true });
  if (term === 'reminders') {
    set('remind', value !== null);
    for (const [name, number] of Object.entries(value ?? {})) set(name as 'everyDays' | 'most', number);
  } else if (term === 'formats') set(term, { ...form.getValues('formats'), ...(value as object) });
  else set(term, value);
}

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

/** Returns the values that a template sets. Empty values of all other terms are not set by the template. */
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

type Inherited = { value: unknown; source: { folderId: string | null; name: string } | undefined };

/**
 * Returns the values set by folders and the account. A document has null if it uses the account's ways to
 * sign.
 */
function valuesOfDefaults(
  { values, from }: EffectiveDefaults,
  ofAccount: SendForm['formats'],
): { [Name in Term]?: Inherited } {
  const { subject, message, expirationDays: days, reminders, allowDelegation, signatureKinds } = values;
  const rule = reminders && { everyDays: reminders.everyDays, most: reminders.most };
  const isOfFolder = Boolean(from.signatureKinds?.folderId);
  return {
    ...(subject !== undefined && { subject: { value: subject, source: from.subject } }),
    ...(message !== undefined && { message: { value: message, source: from.message } }),
    ...(days !== undefined && { days: { value: days, source: from.expirationDays } }),
    ...(reminders !== undefined && { reminders: { value: rule, source: from.reminders } }),
    ...(allowDelegation !== undefined && {
      allowDelegation: { value: allowDelegation, source: from.allowDelegation },
    }),
    signatureKinds: {
      value: isOfFolder ? signatureKinds : null,
      source: isOfFolder ? from.signatureKinds : undefined,
    },
    formats: { value: formatsOf(changeFormats(ofAccount, values.formats)), source: from.formats },
  };
}

/** Returns the formats with a fixed order of keys. */
function formatsOf({ timeZone, dateFormat, numberFormat }: SendForm['formats']) {
  return { timeZone, dateFormat, numberFormat };
}
