import { useState } from 'react';
import { normalizeEntry, valueProblem } from '#core/field/check-value.ts';
import { isWritten, type Field } from '#core/field/field.ts';
import { printNumber } from '#core/field/values/number-format.ts';
import { MAX_PROPERTY_LENGTH } from '#core/field/properties.ts';
import { useAccountFormats } from '../../parts/account-formats.ts';
import { useRequiredTexts } from '../../api/later-words.ts';
import { plainNumber } from '../../kit/plain-number.ts';
import { ReadingChoice } from '../../kit/reading-choice.tsx';
import { ChoiceSwitches } from '../../parts/forms/choice-switches.tsx';
import { FormField, Input, TextAreaField } from '../../parts/forms/form-field.tsx';
import { shownLanguage } from '../../words.ts';
import { useEditor } from '../state/editor-state.ts';
import { valueFault } from '../state/value-fault.ts';

/**
 * The default value of a field. It is stored as typed, because a draft may contain an unfinished value, and
 * checked on blur. An error is shown below the field. For an ambiguous number the sender chooses which one is
 * meant.
 */
export function ValueProperty({ field, hint }: { field: Field; hint?: string | undefined }) {
  const t = useRequiredTexts('field-kinds');
  const { document, change } = useEditor();
  const ofAccount = useAccountFormats();
  const [typing, setTyping] = useState(false);
  const { numberFormat } = document.formats ?? ofAccount;
  const { type, properties = {} } = field;
  const value = properties.value ?? '';
  const update = (text: string) =>
    change({
      kind: 'set-properties',
      ids: [field.id],
      properties: { value: text },
      run: `value ${field.id}`,
    });
  const tidy = normalizeEntry(field, value);
  const problem =
    !typing && tidy !== '' && isWritten(type) ? valueProblem({ type, properties }, tidy) : undefined;
  const readings = problem?.problem === 'ambiguous-number' ? problem.readings : null;
  const fault = problem && !readings ? valueFault(field, problem, tidy) : undefined;
  const printedAs = (number: string) => t('printedAs', { text: printNumber(number, numberFormat) });
  const isNumber = type === 'number' && tidy !== '' && !problem && !typing;
  if (type === 'multiChoice')
    return (
      <ChoiceSwitches label={t('value')} choices={properties.choices ?? []} value={value} onChange={update} />
    );
  if (type === 'address')
    return (
      <TextAreaField
        label={t('value')}
        hint={hint}
        rows={3}
        value={value}
        maxLength={MAX_PROPERTY_LENGTH.value}
        onChange={({ target }) => update(target.value)}
      />
    );
  return (
    <>
      <FormField label={t('value')} hint={isNumber ? printedAs(tidy) : hint} error={fault}>
        {(control) => (
          <Input
            {...control}
            {...(type === 'dateEntry' ? { type: 'date' } : {})}
            {...(type === 'number' ? { inputMode: 'decimal' } : {})}
            {...(type === 'phone' ? { type: 'tel' } : {})}
            value={value}
            maxLength={MAX_PROPERTY_LENGTH.value}
            onFocus={() => setTyping(true)}
            onBlur={() => setTyping(false)}
            onKeyDown={(event) => event.key === 'Enter' && setTyping(false)}
            onChange={({ target }) => {
              setTyping(true);
              update(target.value);
            }}
          />
        )}
      </FormField>
      {readings ? (
        <ReadingChoice
          question={t('twoReadings', { value })}
          choices={readings.map((reading) => ({
            value: reading,
            text: plainNumber(reading, shownLanguage()),
            printedAs: printedAs(reading),
          }))}
          look={look}
          onChoose={update}
        />
      ) : null}
    </>
  );
}

/** The text of a note, which becomes part of the agreement. */
export function NoteProperty({ field }: { field: Field }) {
  const t = useRequiredTexts('field-kinds');
  const { change } = useEditor();
  const run = `value ${field.id}`;
  return (
    <TextAreaField
      label={t('noteText')}
      hint={t('noteHint')}
      rows={3}
      value={field.properties?.value ?? ''}
      maxLength={MAX_PROPERTY_LENGTH.value}
      onChange={({ target: { value } }) =>
        change({ kind: 'set-properties', ids: [field.id], properties: { value }, run })
      }
    />
  );
}

const look = {
  group: 'flex flex-col gap-2 rounded-md bg-warn-soft p-3 text-sm text-warn',
  choice:
    'h-auto min-h-9 flex-wrap items-baseline justify-between gap-x-3 px-3 py-1.5 font-normal whitespace-normal pointer-coarse:min-h-11',
  text: 'font-medium tabular-nums',
  printedAs: 'text-xs text-muted',
};
