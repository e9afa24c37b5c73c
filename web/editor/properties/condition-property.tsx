import type { Field } from '#core/field/field.ts';
import { MAX_PROPERTY_LENGTH, type Condition } from '#core/field/properties.ts';
import { useRequiredTexts } from '../../api/later-words.ts';
import { fieldName } from '../../parts/field/field-words.ts';
import { InputField } from '../../parts/forms/form-field.tsx';
import { SelectField } from '../../parts/forms/select-field.tsx';
import { useTranslation } from '../../words.ts';
import { useEditor } from '../state/editor-state.ts';
import { inReadingOrder } from '../state/layout.ts';

const always = 'always';

/** The visibility of a field: always, or only if another field of the same recipient has a certain value. */
export function ConditionProperty({ field }: { field: Field }) {
  const { t } = useTranslation();
  const later = useRequiredTexts('field-kinds');
  const { layout, change, recipients } = useEditor();
  const sources = inReadingOrder(layout.fields).filter(
    (other) => other.id !== field.id && other.recipientId === field.recipientId && other.type !== 'date',
  );
  const condition = field.properties?.showWhen;
  if (sources.length === 0 && !condition) return null;
  const put = (showWhen: Condition | undefined) =>
    change({
      kind: 'set-properties',
      ids: [field.id],
      properties: { showWhen },
      run: `showWhen ${field.id}`,
    });
  const source = sources.find(({ id }) => id === condition?.fieldId);
  const compared =
    source && !['checkbox', 'radio', 'signature', 'initial', 'attachment'].includes(source.type);
  const nameOf = (other: Field) =>
    [other.properties?.group, other.label || other.properties?.choice].filter(Boolean).join(': ') ||
    fieldName(
      t,
      other,
      recipients.find(({ id }) => id === other.recipientId),
    );
  return (
    <>
      <SelectField
        label={later('showWhen')}
        value={condition?.fieldId ?? always}
        shown={source ? nameOf(source) : later('always')}
        options={() => [
          { value: always, text: later('always') },
          ...sources.map((other) => ({ value: other.id, text: nameOf(other) })),
        ]}
        onChange={(value) => put(value === always ? undefined : { fieldId: value, is: 'filled', value: '' })}
      />
      {condition && compared ? (
        <SelectField
          label={later('is')}
          value={condition.is}
          options={[
            { value: 'filled', text: later('isFilled') },
            { value: 'equals', text: later('isEquals') },
            { value: 'contains', text: later('isContains') },
          ]}
          onChange={(is) => put({ ...condition, is })}
        />
      ) : null}
      {condition && compared && condition.is !== 'filled' ? (
        <InputField
          label={later('conditionValue')}
          {...(source?.type === 'dateEntry' && condition.is === 'equals' ? { type: 'date' } : {})}
          value={condition.value}
          maxLength={MAX_PROPERTY_LENGTH.value}
          onChange={(event) => put({ ...condition, value: event.target.value })}
        />
      ) : null}
    </>
  );
}
