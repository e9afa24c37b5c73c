import type { DocumentFormats } from '#core/formats/formats.ts';
import { dateChoices, numberChoices, zoneChoices } from '../../parts/format-choices.ts';
import { SelectField } from '../../parts/select-field.tsx';
import { useWords } from '../../words.ts';

type Props = {
  /** Null: those of the account when the template is used. */
  formats: DocumentFormats | null;
  /** Those that own formats begin with. */
  offered: DocumentFormats;
  onChange: (formats: DocumentFormats | null) => void;
};

/** How documents of a template print dates and numbers. */
export function FormatsFields({ formats, offered, onChange }: Props) {
  const { t } = useWords();
  return (
    <>
      <SelectField
        label={t('settings.formats')}
        value={formats ? 'own' : 'account'}
        options={[
          { value: 'account', text: t('templates.formatsOfAccount') },
          { value: 'own', text: t('templates.formatsOwn') },
        ]}
        onChange={(value) => onChange(value === 'own' ? offered : null)}
      />
      {formats ? (
        <>
          <SelectField
            label={t('formats.timeZone')}
            value={formats.timeZone}
            shown={formats.timeZone.replaceAll('_', ' ')}
            options={() => zoneChoices(formats.timeZone)}
            onChange={(timeZone) => onChange({ ...formats, timeZone })}
          />
          <div className="grid gap-3 sm:grid-cols-2">
            <SelectField
              label={t('formats.dateFormat')}
              value={formats.dateFormat}
              options={dateChoices}
              onChange={(dateFormat) => onChange({ ...formats, dateFormat })}
            />
            <SelectField
              label={t('formats.numberFormat')}
              value={formats.numberFormat}
              options={numberChoices}
              onChange={(numberFormat) => onChange({ ...formats, numberFormat })}
            />
          </div>
        </>
      ) : null}
    </>
  );
}
