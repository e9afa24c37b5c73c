import { Controller, type UseFormReturn } from 'react-hook-form';
import { placeOf } from '#core/formats/time-zone.ts';
import { dateChoices, numberChoices, zoneChoices } from '../parts/format-choices.ts';
import { Select } from '../parts/select.tsx';
import { here, Sentence } from '../parts/sentence.tsx';
import { useWords } from '../words.ts';
import type { SendForm } from './send-values.ts';

const inline = 'w-auto! max-w-full px-2.5 leading-5';

/** How dates and numbers will be printed, as a sentence whose examples are the choices: '27.11.2026', 'Berlin'. */
export function SendFormats({ form }: { form: UseFormReturn<SendForm> }) {
  const { t } = useWords();
  const places = { date: here('date'), zone: here('zone'), number: here('number') };
  const controls = {
    date: (
      <Controller
        control={form.control}
        name="formats.dateFormat"
        render={({ field: { value, onChange } }) => (
          <Select
            aria-label={t('formats.dateFormat')}
            value={value}
            onChange={onChange}
            options={dateChoices}
            className={inline}
          />
        )}
      />
    ),
    zone: (
      <Controller
        control={form.control}
        name="formats.timeZone"
        render={({ field: { value, onChange } }) => (
          <Select
            aria-label={t('formats.timeZone')}
            value={value}
            shown={placeOf(value)}
            onChange={onChange}
            options={() => zoneChoices(value)}
            className={inline}
          />
        )}
      />
    ),
    number: (
      <Controller
        control={form.control}
        name="formats.numberFormat"
        render={({ field: { value, onChange } }) => (
          <Select
            aria-label={t('formats.numberFormat')}
            value={value}
            onChange={onChange}
            options={numberChoices}
            className={inline}
          />
        )}
      />
    ),
  };
  return <Sentence text={t('send.terms.formats', places)} controls={controls} />;
}
