import { useId } from 'react';
import type { NumberFormat } from '#core/formats/formats.ts';
import { printNumber } from '#core/field/number-format.ts';
import { plainNumber } from '../../kit/plain-number.ts';
import { shownLanguage, t } from '../words.ts';

type Props = {
  /** As it was typed. */
  typed: string;
  /** Canonical numbers. */
  readings: readonly string[];
  numberFormat: NumberFormat | null;
  busy: boolean;
  onChoose: (value: string) => void;
};

/** Asks which of two numbers is meant, and shows how the document will print each. */
export function ReadingChoice({ typed, readings, numberFormat, busy, onChoose }: Props) {
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
            {t('number.printedAs', { text: printNumber(value, numberFormat ?? undefined) })}
          </span>
        </button>
      ))}
    </div>
  );
}
