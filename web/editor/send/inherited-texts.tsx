import { useWatch, type UseFormReturn } from 'react-hook-form';
import { InputField, TextAreaField } from '../../parts/forms/form-field.tsx';
import { useTranslation } from '../../words.ts';
import type { SendForm } from './send-values.ts';
import type { Origin, Term } from './use-term-origins.ts';

type Props = {
  form: UseFormReturn<SendForm>;
  origins: (term: Term) => Origin | undefined;
  messageHint: string;
};

/**
 * The subject and message for new documents. If they are blank, those of the template, its folder or the
 * account are used.
 */
export function InheritedTexts({ form, origins, messageHint }: Props) {
  const { t } = useTranslation();
  const { control } = form;
  const subject = inheritedText(origins('subject'), useWatch({ control, name: 'subject' }));
  const message = inheritedText(origins('message'), useWatch({ control, name: 'message' }));
  return (
    <>
      <InputField label={t('send.subject')} maxLength={200} {...subject} {...form.register('subject')} />
      <TextAreaField
        label={t('send.message')}
        maxLength={5000}
        rows={3}
        {...message}
        hint={[messageHint, message.hint].filter(Boolean).join(' ')}
        {...form.register('message')}
      />
    </>
  );
}

/** The inherited text with its origin, shown as long as the input is blank. */
function inheritedText(origin: Origin | undefined, own: string): { placeholder?: string; hint?: string } {
  if (!origin) return {};
  if (!origin.reset) return { hint: origin.from };
  const isInherited = own.trim() === '' && typeof origin.value === 'string' && origin.value !== '';
  return isInherited ? { placeholder: origin.value as string, hint: origin.from } : {};
}
