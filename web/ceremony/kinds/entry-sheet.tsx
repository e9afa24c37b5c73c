import { useId, useState, type ReactNode } from 'react';
import { ReadingChoice } from '../../kit/reading-choice.tsx';
import { fieldLabel } from '../entries/field-box.tsx';
import { Sheet } from '../sheet.tsx';
import { t } from '../words.ts';
import type { KindDialogProps } from './kind-dialog.ts';
import { useShown } from './use-shown.ts';
import { Button } from '../../kit/button.tsx';

/** The result of parsing a typed text: its value, the possible values, or the problem. */
export type Reading = { value: string } | { readings: readonly string[] } | { fault: string };

/** The props of the input control. */
export type ControlProps = {
  id: string;
  draft: string;
  describedBy: string;
  wrong: boolean;
  onChange: (text: string) => void;
};

type Props = Omit<KindDialogProps, 'formats' | 'signingDay' | 'value'> & {
  hint: string;
  /** The initial text of the dialog. */
  first: string;
  /** Parses a typed text, or the value that the signer chose from two. */
  read: (text: string) => Reading;
  question: (typed: string) => string;
  /** Formats a value in the reader's format, and in the document's print format. */
  show: (value: string) => { plain: string; printed: string };
  /** True to show the printed form even if it equals what was typed. */
  alwaysShown?: boolean;
  children: (control: ControlProps) => ReactNode;
};

/**
 * Enters a value at a readable size, because the box on a phone is only a few pixels high. A value that
 * violates a rule or does not fit is refused here, while it can still be corrected. If the network is down,
 * the server checks when the recipient signs. For an ambiguous text, the signer chooses the value.
 */
export function EntrySheet({ field, api, ended, onValue, onClose, ...entry }: Props) {
  const { first, read, show } = entry;
  const [draft, setDraft] = useState(first);
  const [problem, setProblem] = useState<string | null>(null);
  const [readings, setReadings] = useState<readonly string[] | null>(null);
  const [busy, setBusy] = useState(false);
  const shown = useShown();
  const [input, about, result] = [useId(), useId(), useId()];
  const now = read(draft);
  const printed = 'value' in now && now.value !== '' ? show(now.value).printed : '';
  const isShown = printed !== '' && (entry.alwaysShown === true || printed !== draft.trim());
  const refuse = (reason: string) => {
    setReadings(null);
    setProblem(reason);
  };

  async function take(text: string) {
    const reading = read(text);
    if ('fault' in reading) return refuse(reading.fault);
    if ('readings' in reading) {
      setProblem(null);
      return setReadings(reading.readings);
    }
    const { value } = reading;
    // The choices of a list were already checked when the document was sent.
    if (value !== '' && field.type !== 'dropdown') {
      setBusy(true);
      const checked = await api.check(field.id, value);
      if (!shown.current) return;
      setBusy(false);
      if (!checked.ok && checked.failure.code === 'field-value-invalid')
        return refuse(checked.failure.detail);
    }
    onValue(value);
    onClose();
  }

  return (
    <Sheet title={fieldLabel(field)} onClose={onClose}>
      <form
        // The browser's own message about date limits would not use the printed form.
        noValidate={field.type === 'dateEntry'}
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void take(draft);
        }}
      >
        {ended !== null && (
          <p role="alert" className="fault">
            {ended} {t('ended.inDialog')}
          </p>
        )}
        {field.properties?.help && <p>{field.properties.help}</p>}
        <label htmlFor={input} className="muted">
          {entry.hint}
        </label>
        {entry.children({
          id: input,
          draft,
          describedBy: `${result} ${about}`,
          wrong: problem !== null,
          onChange(text) {
            setDraft(text);
            setProblem(null);
            setReadings(null);
          },
        })}
        <p id={result} role="status" className="muted">
          {isShown && t('number.printedAs', { text: printed })}
        </p>
        <p id={about} role="alert" className="entry-problem">
          {problem}
        </p>
        {readings && (
          <ReadingChoice
            question={entry.question(draft.trim())}
            choices={readings.map((value) => {
              const { plain, printed: text } = show(value);
              return { value, text: plain, printedAs: t('number.printedAs', { text }) };
            })}
            look={look}
            busy={busy}
            onChoose={(value) => void take(value)}
          />
        )}
        <div className="row end">
          <Button onClick={onClose}>{t('text.cancel')}</Button>
          <Button type="submit" look="primary" disabled={busy}>
            {t(busy ? 'value.checking' : 'text.done')}
          </Button>
        </div>
      </form>
    </Sheet>
  );
}

const look = { group: 'readings', choice: 'reading', text: 'reading-text', printedAs: 'muted' };
