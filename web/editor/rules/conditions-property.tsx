import { Plus, X } from 'lucide-react';
import type { Field } from '#core/field/field.ts';
import { hasChoices } from '#core/field/kinds.ts';
import {
  MAX_CONDITIONS,
  MAX_PROPERTY_LENGTH,
  type Comparison,
  type Condition,
} from '#core/field/properties.ts';
import { conditionsOf } from '#core/field/rules/references.ts';
import { useRequiredTexts } from '../../api/later-words.ts';
import { Button } from '../../parts/button.tsx';
import { FormField, Input } from '../../parts/forms/form-field.tsx';
import { SelectField } from '../../parts/forms/select-field.tsx';
import { useEditor } from '../state/editor-state.ts';
import { useRuledDocument } from './rule-names.ts';

/** When a field is visible: always, or if all or any of its conditions are met. */
export function ConditionsProperty({ field }: { field: Field }) {
  const t = useRequiredTexts('field-kinds');
  const { change } = useEditor();
  const { fields, isEarlier } = useRuledDocument();
  const own = fields.find(({ id }) => id === field.id) ?? field;
  const sources = fields.filter(
    (other) =>
      other.id !== field.id &&
      other.type !== 'date' &&
      (other.recipientId === own.recipientId || isEarlier(other.recipientId, own.recipientId)),
  );
  const { showWhen } = field.properties ?? {};
  const { match, conditions } = showWhen ? conditionsOf(showWhen) : { match: 'all', conditions: [] };
  if (sources.length === 0 && !showWhen) return null;
  const update = (next: readonly Condition[], how = match) =>
    change({
      kind: 'set-properties',
      ids: [field.id],
      properties: {
        showWhen: next.length === 0 ? undefined : how === 'any' ? { any: [...next] } : { all: [...next] },
      },
      run: `showWhen ${field.id}`,
    });
  const first = sources[0];
  return (
    <fieldset className="flex flex-col gap-2.5">
      <legend className="mb-1.5 text-sm font-medium">{t('showWhen')}</legend>
      {conditions.length === 0 ? <p className="text-sm text-muted">{t('always')}</p> : null}
      {conditions.length > 1 ? (
        <SelectField
          label={t('match')}
          value={match}
          options={[
            { value: 'all', text: t('matchAll') },
            { value: 'any', text: t('matchAny') },
          ]}
          onChange={(how) => update(conditions, how)}
        />
      ) : null}
      {conditions.map((condition, at) => (
        <ConditionRow
          key={at}
          condition={condition}
          number={at + 1}
          sources={sources}
          onChange={(next) => update(conditions.map((one, index) => (index === at ? next : one)))}
          onRemove={() => update(conditions.filter((_, index) => index !== at))}
        />
      ))}
      {first && conditions.length < MAX_CONDITIONS ? (
        <Button
          size="small"
          onClick={() => update([...conditions, { fieldId: first.id, is: 'filled', value: '' }])}
        >
          <Plus aria-hidden="true" />
          {t('addCondition')}
        </Button>
      ) : null}
    </fieldset>
  );
}

const onlyPresent: readonly Comparison[] = ['filled', 'empty'];
const texts: readonly Comparison[] = ['filled', 'empty', 'equals', 'notEquals', 'contains'];
const ofChoices: readonly Comparison[] = ['filled', 'empty', 'contains'];
const ordered: readonly Comparison[] = [
  ...['filled', 'empty', 'equals', 'notEquals'],
  ...['lessThan', 'atMost', 'moreThan', 'atLeast'],
] as Comparison[];

function comparisonsOf({ type }: Field): readonly Comparison[] {
  switch (type) {
    case 'number':
    case 'dateEntry':
      return ordered;
    case 'multiChoice':
      return ofChoices;
    case 'checkbox':
    case 'radio':
    case 'signature':
    case 'initial':
    case 'attachment':
    case 'image':
    case 'stamp':
      return onlyPresent;
    default:
      return texts;
  }
}

type RowProps = {
  condition: Condition;
  number: number;
  sources: readonly Field[];
  onChange: (condition: Condition) => void;
  onRemove: () => void;
};

function ConditionRow({ condition, number, sources, onChange, onRemove }: RowProps) {
  const t = useRequiredTexts('field-kinds');
  const { nameOf } = useRuledDocument();
  const source = sources.find(({ id }) => id === condition.fieldId);
  const possible = source ? comparisonsOf(source) : texts;
  // An older condition keeps a comparison that its type no longer offers.
  const offered = possible.includes(condition.is) ? possible : [...possible, condition.is];
  const compares = condition.is !== 'filled' && condition.is !== 'empty';
  return (
    <div
      role="group"
      aria-label={t('conditionNumber', { number })}
      className="flex flex-col gap-2 rounded-md border border-line p-2.5"
    >
      <div className="flex items-end gap-2">
        <SelectField
          label={t('conditionField')}
          className="min-w-0 flex-1"
          value={condition.fieldId}
          shown={source ? nameOf(source) : t('conditionLost')}
          options={() => sources.map((other) => ({ value: other.id, text: nameOf(other) }))}
          onChange={(fieldId) => onChange({ fieldId, is: 'filled', value: '' })}
        />
        <Button look="quiet" size="icon" aria-label={t('removeCondition', { number })} onClick={onRemove}>
          <X aria-hidden="true" />
        </Button>
      </div>
      <SelectField
        label={t('is')}
        value={condition.is}
        options={offered.map((is) => ({ value: is, text: t(`is.${is}`) }))}
        onChange={(is) => onChange({ ...condition, is })}
      />
      {compares ? <ConditionValue {...{ condition, source, onChange }} /> : null}
    </div>
  );
}

function ConditionValue({
  condition,
  source,
  onChange,
}: Pick<RowProps, 'condition' | 'onChange'> & { source: Field | undefined }) {
  const t = useRequiredTexts('field-kinds');
  const update = (value: string) => onChange({ ...condition, value });
  const choices = source && hasChoices(source.type) ? (source.properties?.choices ?? []) : [];
  // "contains" compares text with a dropdown, so the value is typed. For a multiple choice it is selected.
  const isPart = condition.is === 'contains' && source?.type === 'dropdown';
  if (choices.length > 0 && !isPart) {
    return (
      <SelectField
        label={t('conditionValue')}
        value={condition.value}
        shown={condition.value}
        options={choices.map((choice) => ({ value: choice, text: choice }))}
        onChange={update}
      />
    );
  }
  return (
    <FormField label={t('conditionValue')}>
      {(control) => (
        <Input
          {...control}
          {...(source?.type === 'dateEntry' ? { type: 'date' } : {})}
          {...(source?.type === 'number' ? { inputMode: 'decimal' } : {})}
          value={condition.value}
          maxLength={MAX_PROPERTY_LENGTH.value}
          onChange={({ target }) => update(target.value)}
        />
      )}
    </FormField>
  );
}
