import { placeOf } from '#core/formats/time-zone.ts';
import type { DocumentFormats } from '#core/formats/formats.ts';
import { useTranslation } from '../../words.ts';
import { dateChoices, numberChoices, zoneChoices } from './format-choices.ts';
import { Select } from './select.tsx';
import { lazyPart } from '../lazy-part.tsx';
import { here, Sentence } from './sentence.tsx';

const SignatureLineSwitch = lazyPart(
  async () => (await import('./signature-line-switch.tsx')).SignatureLineSwitch,
);

const inline = 'w-auto! max-w-full px-2.5 leading-5';

type Props = { formats: DocumentFormats; onChange: (formats: DocumentFormats) => void };

/** The print formats as a sentence whose examples are selects, such as '27.11.2026' and 'Berlin'. */
export function FormatsSentence({ formats, onChange }: Props) {
  const { t } = useTranslation();
  const { timeZone, dateFormat, numberFormat } = formats;
  const places = { date: here('date'), zone: here('zone'), number: here('number') };
  const controls = {
    date: (
      <Select
        aria-label={t('formats.dateFormat')}
        value={dateFormat}
        onChange={(chosen) => onChange({ ...formats, dateFormat: chosen })}
        options={dateChoices}
        className={inline}
      />
    ),
    zone: (
      <Select
        aria-label={t('formats.timeZone')}
        value={timeZone}
        shown={placeOf(timeZone)}
        onChange={(chosen) => onChange({ ...formats, timeZone: chosen })}
        options={() => zoneChoices(timeZone)}
        className={inline}
      />
    ),
    number: (
      <Select
        aria-label={t('formats.numberFormat')}
        value={numberFormat}
        onChange={(chosen) => onChange({ ...formats, numberFormat: chosen })}
        options={numberChoices}
        className={inline}
      />
    ),
  };
  return (
    <>
      <p className="leading-10 pointer-coarse:leading-[52px]">
        <Sentence text={t('send.terms.formats', places)} controls={controls} />
      </p>
      <SignatureLineSwitch
        checked={formats.signatureLine === true}
        onChange={(signatureLine) => onChange({ ...formats, signatureLine })}
      />
    </>
  );
}
