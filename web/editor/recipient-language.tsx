import { Controller, type UseFormReturn } from 'react-hook-form';
import { languages, ownNames } from '#core/language/language.ts';
import { Select } from '../parts/select.tsx';
import { useWords } from '../words.ts';
import type { SendForm } from './send-values.ts';

/** The language of a recipient's mails, and of their page at first. */
export function RecipientLanguage({ form, index }: { form: UseFormReturn<SendForm>; index: number }) {
  const { t } = useWords();
  return (
    <div className="flex items-center gap-2 text-sm text-muted">
      <span aria-hidden="true">{t('recipient.language')}</span>
      <Controller
        control={form.control}
        name={`recipients.${index}.language`}
        render={({ field }) => (
          <Select
            aria-label={t('recipient.language')}
            className="w-32"
            value={field.value}
            onChange={field.onChange}
            options={languages.map((language) => ({ value: language, text: ownNames[language] }))}
          />
        )}
      />
    </div>
  );
}
