import { describeTemplate, templateCategories, type TemplateDetails } from '#core/template/template.ts';
import { isRefusal } from '#core/refusal.ts';
import { InputField, TextAreaField } from '../../parts/forms/form-field.tsx';
import { SelectField } from '../../parts/forms/select-field.tsx';
import { useTranslation } from '../../words.ts';

export const emptyTemplateDetails: TemplateDetails = { name: '', description: '', category: 'General' };

type Props = {
  words: TemplateDetails;
  onChange: (words: TemplateDetails) => void;
  /** True after an attempt to save, so that missing values are marked. */
  checked: boolean;
  disabled: boolean;
};

/** Name, description and category, for creating and editing a template. */
export function TemplateDetailsFields({ words, onChange, checked, disabled }: Props) {
  const { t } = useTranslation();
  const missing = (text: string) => (checked && text.trim() === '' ? t('templates.required') : undefined);
  return (
    <>
      <InputField
        label={t('templates.name')}
        error={missing(words.name)}
        value={words.name}
        maxLength={200}
        autoFocus
        autoComplete="off"
        disabled={disabled}
        onChange={(event) => onChange({ ...words, name: event.target.value })}
      />
      <TextAreaField
        label={t('templates.description')}
        error={missing(words.description)}
        value={words.description}
        maxLength={2000}
        disabled={disabled}
        onChange={(event) => onChange({ ...words, description: event.target.value })}
      />
      <SelectField
        label={t('templates.categoryLabel')}
        value={words.category}
        disabled={disabled}
        onChange={(category) => onChange({ ...words, category })}
        options={templateCategories.map((value) => ({
          value,
          text: t(`templates.category.${value}`),
        }))}
      />
    </>
  );
}

/** Uses the same rule as the server (specification §5). */
export function isComplete(words: TemplateDetails): boolean {
  return !isRefusal(describeTemplate(words));
}
