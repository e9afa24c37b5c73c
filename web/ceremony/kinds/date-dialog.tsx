import { useId, useState } from 'react';
import { valueProblem } from '#core/field/check-value.ts';
import { withDayLimits } from '#core/field/day-limit.ts';
import { printDay } from '#core/formats/day.ts';
import { formatsBefore } from '#core/formats/formats.ts';
import { readDay } from '#core/formats/read-day.ts';
import { fieldLabel } from '../field-box.tsx';
import { Sheet } from '../sheet.tsx';
import { t } from '../words.ts';
import type { KindDialogProps } from './kind-dialog.ts';
import { problemText } from './problem-words.ts';
import { useShown } from './use-shown.ts';

/**
 * Entering a date: typed in the document's format, or chosen in the browser's own calendar, which keyboards and screen
 * readers operate. Below them is the day exactly as it will be printed.
 */
export function DateDialog({
  field,
  value,
  formats,
  signingDay,
  api,
  ended,
  onValue,
  onClose,
}: KindDialogProps) {
  const { dateFormat } = formats ?? formatsBefore;
  const print = (day: string) => printDay(day, dateFormat);
  const [typed, setTyped] = useState(() => (value === '' ? '' : print(value)));
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const shown = useShown();
  const [input, calendar, told, result] = [useId(), useId(), useId(), useId()];
  const properties = withDayLimits(field.properties, signingDay);
  const day = typed.trim() === '' ? '' : readDay(typed, dateFormat);
  const change = (text: string) => {
    setTyped(text);
    setProblem(null);
  };

  async function take() {
    if (day === undefined) return setProblem(problemText({ problem: 'not-a-date' }, { print, signingDay }));
    const fault =
      day === '' ? undefined : valueProblem({ type: 'dateEntry', ...(properties && { properties }) }, day);
    if (fault) return setProblem(problemText(fault, { print, signingDay }));
    if (day !== '') {
      setBusy(true);
      const checked = await api.check(field.id, day);
      if (!shown.current) return;
      setBusy(false);
      if (!checked.ok && checked.failure.code === 'field-value-invalid')
        return setProblem(checked.failure.detail);
    }
    onValue(day);
    onClose();
  }

  return (
    <Sheet title={fieldLabel(field)} onClose={onClose}>
      <form
        noValidate
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void take();
        }}
      >
        {ended !== null && (
          <p role="alert" className="fault">
            {ended} {t('ended.inDialog')}
          </p>
        )}
        {field.properties?.help && <p>{field.properties.help}</p>}
        <label htmlFor={input} className="muted">
          {t('date.typed', { example: print(signingDay) })}
        </label>
        <input
          id={input}
          className="input"
          aria-label={fieldLabel(field)}
          aria-describedby={`${result} ${told}`}
          aria-invalid={problem !== null}
          autoComplete="off"
          autoFocus
          required={field.required}
          value={typed}
          onChange={({ target }) => change(target.value)}
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
          value={day ?? ''}
          onChange={({ target }) => change(target.value === '' ? '' : print(target.value))}
        />
        <p id={result} role="status" className="muted">
          {day ? t('number.printedAs', { text: print(day) }) : ''}
        </p>
        <p id={told} role="alert" className="entry-problem">
          {problem}
        </p>
        <div className="row end">
          <button type="button" className="button" onClick={onClose}>
            {t('text.cancel')}
          </button>
          <button type="submit" className="button primary" disabled={busy}>
            {t(busy ? 'value.checking' : 'text.done')}
          </button>
        </div>
      </form>
    </Sheet>
  );
}
