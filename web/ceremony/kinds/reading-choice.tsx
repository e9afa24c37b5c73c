import { useId } from 'react';
import type { PrintFormats } from '#core/formats/formats.ts';
import { printNumber } from '#core/field/number-format.ts';
import { plainNumber } from '../../kit/plain-number.ts';
import { shownLanguage, t } from '../words.ts';

type Props = {
  /** As it was typed. */
  typed: string;
  /** Canonical numbers. */
  readings: readonly string[];
  formats: PrintFormats;
  busy: boolean;
  onChoose: (value: string) => void;
};

/** Asks which of two numbers is meant, and shows how the document will print each. */
export function ReadingChoice({ typed, readings, formats, busy, onChoose }: Props) {
  const question = useId();
  return (
    <div role="group" aria-labelledby={question} className="readings">
      <p id={question} role="alert">
        {t('number.question', { value: typed })}
      </p>
      {readings.map((value) => (
        <button
          key={value}
          type="button"
          className="button reading"
          disabled={busy}
          onClick={() => onChoose(value)}
        >
          <bdi className="reading-number">{plainNumber(value, shownLanguage())}</bdi>
          <span className="muted">
            {t('number.printedAs', { text: printNumber(value, formats?.numberFormat) })}
          </span>
        </button>
      ))}
    </div>
  );
}
