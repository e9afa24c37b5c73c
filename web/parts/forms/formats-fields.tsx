import type { DocumentFormats } from '#core/formats/formats.ts';
import { useTranslation } from '../../words.ts';
import { exampleOf } from './format-choices.ts';
import { FormatsSentence } from './formats-sentence.tsx';
import { SelectField } from './select-field.tsx';

type Props = {
  /** Null to inherit the formats when a document is created. */
  formats: DocumentFormats | null;
  inherited: { from: string; formats: DocumentFormats };
  onChange: (formats: DocumentFormats | null) => void;
};

/** The print formats for documents of a template or form, inherited or set here. */
export function FormatsFields({ formats, inherited, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <div className="flex flex-col gap-2">
      <SelectField
        label={t('settings.formats')}
        hint={formats ? undefined : t('formats.example', { example: exampleOf(inherited.formats) })}
        value={formats ? 'own' : 'inherited'}
        options={[
          { value: 'inherited', text: inherited.from },
          { value: 'own', text: t('formats.own') },
        ]}
        onChange={(value) => onChange(value === 'own' ? inherited.formats : null)}
      />
      {formats ? <FormatsSentence formats={formats} onChange={onChange} /> : null}
    </div>
  );
}
