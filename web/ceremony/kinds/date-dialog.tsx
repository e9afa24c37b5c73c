import { useId } from 'react';
import { valueProblem } from '#core/field/check-value.ts';
import { dateFormatOf } from '#core/field/values/date-text.ts';
import { withDayLimits } from '#core/field/day-limit.ts';
import { intlLocale } from '#core/language/language.ts';
import { printDay } from '#core/formats/day.ts';
import { readDate } from '#core/formats/read-day.ts';
import { fieldLabel } from '../entries/field-box.tsx';
import { shownLanguage, t } from '../words.ts';
import { EntrySheet, type Reading } from './entry-sheet.tsx';
import type { KindDialogProps } from './kind-dialog.ts';
import { problemText } from './problem-words.ts';

/**
 * Enters a date. It can be typed in the print format, or chosen in the browser's own date picker, which
 * supports keyboards and screen readers. The printed form is shown below.
 */
export function DateDialog({ value, formats, signingDay, ...rest }: KindDialogProps) {
  const { field } = rest;
  const dateFormat = dateFormatOf(field, formats);
  const print = (day: string) => printDay(day, dateFormat);
  const properties = withDayLimits(field.properties, signingDay);
  const calendar = useId();

  function read(text: string): Reading {
    if (text.trim() === '') return { value: '' };
    const reading = readDate(text, dateFormat);
    if (!reading) return { fault: problemText({ problem: 'not-a-date' }, { print, signingDay }) };
    if ('readings' in reading) return reading;
    const fault = valueProblem({ type: 'dateEntry', ...(properties && { properties }) }, reading.day);
    return fault ? { fault: problemText(fault, { print, signingDay }) } : { value: reading.day };
  }

  return (
    <EntrySheet
      {...rest}
      hint={t('date.typed', { example: print(signingDay) })}
      first={value === '' ? '' : print(value)}
      read={read}
      question={(typed) => t('date.question', { value: typed })}
      show={(day) => ({ plain: longDay(day), printed: print(day) })}
      alwaysShown
    >
      {({ id, draft, describedBy, wrong, onChange }) => {
        const reading = readDate(draft, dateFormat);
        return (
          <>
            <input
              id={id}
              className="input"
              aria-label={fieldLabel(field)}
              aria-describedby={describedBy}
              aria-invalid={wrong}
              autoComplete="off"
              autoFocus
              required={field.required}
              value={draft}
              onChange={({ target }) => onChange(target.value)}
            />
            <label htmlFor={calendar} className="muted">
              {t('date.calendar')}
            </label>
            <input
              id={calendar}
              className="input"
              type="date"
              min={properties?.earliest}
              max={properties?.latest}
              value={reading && 'day' in reading ? reading.day : ''}
              onChange={({ target }) => onChange(target.value === '' ? '' : print(target.value))}
            />
          </>
        );
      }}
    </EntrySheet>
  );
}

/** Spells out the month, so that it cannot be misread. */
function longDay(day: string): string {
  const format = new Intl.DateTimeFormat(intlLocale(shownLanguage()), { dateStyle: 'long', timeZone: 'UTC' });
  return format.format(Date.parse(day));
}
