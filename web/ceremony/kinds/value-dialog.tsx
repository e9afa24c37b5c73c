import { useId, useState } from 'react';
import {
  isAnswer,
  longestText,
  sentValue,
  tidyEntry,
  valueProblem,
  type ValueProblem,
} from '#core/field/check-value.ts';
import { isWritten } from '#core/field/field.ts';
import { printedForm } from '#core/field/printed-texts.ts';
import { printNumber } from '#core/field/number-format.ts';
import { plainNumber } from '../../kit/plain-number.ts';
import { ReadingChoice } from '../../kit/reading-choice.tsx';
import { fieldLabel } from '../field-box.tsx';
import { Sheet } from '../sheet.tsx';
import { valueText } from '../shown-fields.ts';
import type { KindDialogProps } from './kind-dialog.ts';
import { shownLanguage, t } from '../words.ts';
import { problemText } from './problem-words.ts';
import { useShown } from './use-shown.ts';

/**
 * Filling in a written field: at reading size, because the box on a phone's page is a few pixels high. What breaks a
 * rule or does not fit the box is refused here, while it can still be mended; without a network the server says so at
 * the end.
 */
export function ValueDialog({ field, value, formats, api, ended, onValue, onClose }: KindDialogProps) {
  const [first] = useState(() => valueText(field, { values: { [field.id]: value }, formats }));
  const [draft, setDraft] = useState(first);
  const [problem, setProblem] = useState<string | null>(null);
  const [readings, setReadings] = useState<readonly string[] | null>(null);
  const [busy, setBusy] = useState(false);
  const shown = useShown();
  const [input, told] = [useId(), useId()];
  const { help } = field.properties ?? {};
  // The printed form is not read again: in the document's format it may look like another number.
  const text = draft === first ? value : tidyEntry(field, draft);
  const printed = problemOf(field, text) ? draft : printedForm(field, text, formats);

  async function take(chosen = text) {
    const isKept = draft === first && chosen === value && isAnswer(field, value);
    const fault = isKept ? undefined : problemOf(field, chosen);
    if (fault?.problem === 'two-readings') {
      setProblem(null);
      return setReadings(fault.readings);
    }
    if (fault) {
      setReadings(null);
      return setProblem(problemText(fault));
    }
    if (chosen !== '' && field.type !== 'dropdown') {
      setBusy(true);
      const checked = await api.check(field.id, chosen);
      if (!shown.current) return;
      setBusy(false);
      if (!checked.ok && checked.failure.code === 'field-value-invalid') {
        setReadings(null);
        return setProblem(checked.failure.detail);
      }
    }
    onValue(chosen);
    onClose();
  }

  return (
    <Sheet title={fieldLabel(field)} onClose={onClose}>
      <form
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
        {help && <p>{help}</p>}
        <label htmlFor={input} className="muted">
          {hintOf(field)}
        </label>
        <Control
          id={input}
          field={field}
          value={draft}
          describedBy={told}
          wrong={problem !== null}
          onChange={(next) => {
            setDraft(next);
            setProblem(null);
            setReadings(null);
          }}
        />
        <p id={told} role="alert" className="entry-problem">
          {problem}
        </p>
        {readings ? (
          <ReadingChoice
            question={t('number.question', { value: draft.trim() })}
            choices={readings.map((reading) => ({
              value: reading,
              number: plainNumber(reading, shownLanguage()),
              printedAs: t('number.printedAs', { text: printNumber(reading, formats?.numberFormat) }),
            }))}
            {...{ busy, look }}
            onChoose={(chosen) => void take(chosen)}
          />
        ) : (
          field.type === 'number' &&
          printed !== draft.trim() && <p className="muted">{t('number.printedAs', { text: printed })}</p>
        )}
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

const look = {
  group: 'readings',
  choice: 'button reading',
  number: 'reading-number',
  printedAs: 'muted',
};

function problemOf(field: KindDialogProps['field'], text: string): ValueProblem | undefined {
  return text !== '' && isWritten(field.type)
    ? valueProblem({ ...field, type: field.type }, text)
    : undefined;
}

function hintOf({ required, properties }: KindDialogProps['field']): string {
  const need = t(required ? 'text.hintRequired' : 'text.hintOptional');
  return properties?.comb === undefined ? need : `${need} · ${t('value.cells', { count: properties.comb })}`;
}

type ControlProps = {
  id: string;
  field: KindDialogProps['field'];
  value: string;
  describedBy: string;
  wrong: boolean;
  onChange: (value: string) => void;
};

function Control({ id, field, value, describedBy, wrong, onChange }: ControlProps) {
  const { choices = [], multiline, comb, maxLength, placeholder } = field.properties ?? {};
  const common = {
    id,
    className: 'input',
    'aria-label': fieldLabel(field),
    'aria-describedby': describedBy,
    'aria-invalid': wrong,
    value,
    required: field.required,
    autoFocus: true,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  };
  if (field.type === 'dropdown') {
    return (
      <select {...common}>
        <option value="">{t('value.choose')}</option>
        {[...new Set(choices.map((choice) => sentValue(field.type, choice)))].map((choice) => (
          <option key={choice} value={choice}>
            {choice}
          </option>
        ))}
      </select>
    );
  }
  const written = { ...common, placeholder, maxLength: comb ?? maxLength ?? longestText };
  if (multiline) return <textarea rows={4} {...written} />;
  return <input {...written} {...keyboards[field.type as keyof typeof keyboards]} />;
}

/** Hints for the phone's keyboard and the browser's memory. */
const keyboards = {
  text: {},
  number: { inputMode: 'decimal' },
  name: { autoComplete: 'name' },
  email: { inputMode: 'email', autoComplete: 'email' },
} as const;
