import { useState, type InputHTMLAttributes } from 'react';
import { isAnswer, sentValue, normalizeEntry, valueProblem } from '#core/field/check-value.ts';
import { maxTextLength } from '#core/field/text-format.ts';
import { isWritten, type WrittenType } from '#core/field/field.ts';
import { addressLines, addressParts } from '#core/field/values/address.ts';
import { chosenIn, toggleChoice } from '#core/field/values/multi-choice.ts';
import { printedForm } from '#core/field/printed-texts.ts';
import { plainNumber } from '../../kit/plain-number.ts';
import { fieldLabel } from '../entries/field-box.tsx';
import { valueText } from '../entries/shown-fields.ts';
import { shownLanguage, t } from '../words.ts';
import { EntrySheet, type ControlProps, type Reading } from './entry-sheet.tsx';
import type { KindDialogProps } from './kind-dialog.ts';
import { problemText } from './problem-words.ts';

/** Enters the value of a text-like field. */
export function ValueDialog({ value, formats, signingDay: _, ...rest }: KindDialogProps) {
  const { field } = rest;
  const [first] = useState(() => valueText(field, { values: { [field.id]: value }, formats }));

  function read(text: string): Reading {
    // The printed form is not parsed again, because in the document's format it may look like a different
    // number.
    const entered = text === first ? value : normalizeEntry(field, text);
    const isKept = text === first && isAnswer(field, value);
    const fault =
      isKept || entered === '' || !isWritten(field.type)
        ? undefined
        : valueProblem({ ...field, type: field.type }, entered);
    if (fault?.problem === 'ambiguous-number') return fault;
    return fault ? { fault: problemText(fault) } : { value: entered };
  }

  return (
    <EntrySheet
      {...rest}
      hint={hintOf(field)}
      first={first}
      read={read}
      question={(typed) => t('number.question', { value: typed })}
      show={(entered) => ({
        plain: plainNumber(entered, shownLanguage()),
        printed: field.type === 'number' ? printedForm(field, entered, formats) : '',
      })}
    >
      {(control) => <Control field={field} {...control} />}
    </EntrySheet>
  );
}

function hintOf({ type, required, properties }: KindDialogProps['field']): string {
  const need = t(required ? 'text.hintRequired' : 'text.hintOptional');
  if (type === 'phone') return `${need} · ${t('value.countryCode')}`;
  if (type === 'multiChoice') return `${need}${choiceLimits(properties)}`;
  return properties?.comb === undefined ? need : `${need} · ${t('value.cells', { count: properties.comb })}`;
}

function choiceLimits({ atLeast, atMost }: NonNullable<KindDialogProps['field']['properties']> = {}): string {
  const least = atLeast === undefined ? '' : ` · ${t('problem.too-few', { limit: atLeast })}`;
  return atMost === undefined ? least : `${least} · ${t('problem.too-many', { limit: atMost })}`;
}

function Control(props: ControlProps & Pick<KindDialogProps, 'field'>) {
  const { id, field, draft, describedBy, wrong, onChange } = props;
  const { choices = [], multiline, comb, maxLength, placeholder } = field.properties ?? {};
  const common = {
    id,
    className: 'input',
    'aria-label': fieldLabel(field),
    'aria-describedby': describedBy,
    'aria-invalid': wrong,
    value: draft,
    required: field.required,
    autoFocus: true,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  };
  if (field.type === 'multiChoice') return <Options {...props} />;
  if (field.type === 'address') return <Address {...props} />;
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
  const written = { ...common, placeholder, maxLength: comb ?? maxLength ?? maxTextLength };
  if (multiline) return <textarea rows={4} {...written} />;
  return <input {...written} {...(isWritten(field.type) && keyboards[field.type])} />;
}

/** One input for each part of an address, which browsers can fill in. */
function Address({
  id,
  field,
  draft,
  describedBy,
  wrong,
  onChange,
}: ControlProps & Pick<KindDialogProps, 'field'>) {
  const [parts, setParts] = useState<readonly string[]>(() => addressParts(draft));
  return (
    <div id={id} role="group" className="stack" aria-label={fieldLabel(field)} aria-describedby={describedBy}>
      {addressInputs.map(([word, autoComplete], at) => (
        <label key={word} className="stack">
          {t(word)}
          <input
            className="input"
            autoComplete={autoComplete}
            aria-invalid={wrong}
            autoFocus={at === 0}
            value={parts[at]}
            onChange={({ target }) => {
              const next = parts.map((part, index) => (index === at ? target.value : part));
              setParts(next);
              onChange(addressLines(next));
            }}
          />
        </label>
      ))}
    </div>
  );
}

const addressInputs = [
  ['address.street', 'address-line1'],
  ['address.more', 'address-line2'],
  ['address.city', 'address-level2'],
  ['address.country', 'country-name'],
] as const;

/** The checkboxes of a multiple choice. */
function Options({ id, field, draft, describedBy, onChange }: ControlProps & Pick<KindDialogProps, 'field'>) {
  const choices = [
    ...new Set((field.properties?.choices ?? []).map((choice) => sentValue(field.type, choice))),
  ];
  const chosen = chosenIn(draft, choices);
  return (
    <div id={id} role="group" className="stack" aria-label={fieldLabel(field)} aria-describedby={describedBy}>
      {choices.map((choice) => (
        <label key={choice} className="consent-box">
          <input
            type="checkbox"
            checked={chosen.includes(choice)}
            onChange={() => onChange(toggleChoice(draft, choice, choices))}
          />
          {choice}
        </label>
      ))}
    </div>
  );
}

/** Hints for the phone's keyboard and the browser's autofill. */
const keyboards: Readonly<Partial<Record<WrittenType, InputHTMLAttributes<HTMLInputElement>>>> = {
  number: { inputMode: 'decimal' },
  name: { autoComplete: 'name' },
  email: { inputMode: 'email', autoComplete: 'email' },
  phone: { type: 'tel', autoComplete: 'tel' },
  company: { autoComplete: 'organization' },
  jobTitle: { autoComplete: 'organization-title' },
};
