import { fieldFaults } from '#core/field/field-faults.ts';
import type { Field } from '#core/field/field.ts';
import { MAX_PROPERTY_LENGTH, type FieldProperties } from '#core/field/properties.ts';
import { formulaKind } from '#core/field/rules/references.ts';
import { isRuleFault } from '#core/field/rules/rule-faults.ts';
import { firstPlaces, nameOf } from '#core/field/same-question.ts';
import { useRequiredTexts } from '../../api/later-words.ts';
import { TextAreaField } from '../../parts/forms/form-field.tsx';
import { SelectField } from '../../parts/forms/select-field.tsx';
import { ruleFaultText } from '../state/value-fault.ts';
import { useEditor } from '../state/editor-state.ts';
import { useRuledDocument } from './rule-names.ts';

/** Properties of entered values, which a computed field cannot have. */
const ofEntries: FieldProperties = {
  ...{ value: undefined, readOnly: undefined, placeholder: undefined },
  ...{ min: undefined, max: undefined, earliest: undefined, latest: undefined },
};

/** Represents no field, because an option cannot have an empty value. */
const none = 'none';

/** The formula that computes the value of a number or a date. */
export function FormulaProperty({ field }: { field: Field }) {
  const t = useRequiredTexts('field-kinds');
  const { change } = useEditor();
  const { fields, isEarlier } = useRuledDocument();
  const formula = field.properties?.formula ?? '';
  const own = fields.find(({ id }) => id === field.id) ?? field;
  const inputs = firstPlaces(fields).filter(
    (other) =>
      other.id !== field.id &&
      nameOf(other).trim() !== '' &&
      formulaKind(other) !== undefined &&
      (other.recipientId === own.recipientId || isEarlier(other.recipientId, own.recipientId)),
  );
  if (inputs.length === 0 && formula === '') return null;
  const update = (text: string) =>
    change({
      kind: 'set-properties',
      ids: [field.id],
      properties: text === '' ? { formula: undefined } : { ...ofEntries, formula: text },
      run: `formula ${field.id}`,
    });
  const faulty = fieldFaults(fields, [], isEarlier).find((one) => one.field.id === field.id);
  const isFaulty = formula !== '' && faulty && isRuleFault(faulty.fault);
  return (
    <>
      <TextAreaField
        label={t('formula')}
        hint={t(field.type === 'number' ? 'formulaHint' : 'formulaDateHint')}
        {...(isFaulty && { error: ruleFaultText(faulty) })}
        rows={2}
        dir="ltr"
        value={formula}
        maxLength={MAX_PROPERTY_LENGTH.formula}
        onChange={({ target }) => update(target.value)}
      />
      <SelectField
        label={t('formulaInsert')}
        value={none}
        options={[
          { value: none, text: t('formulaInsertShown') },
          ...inputs.map((input) => ({ value: input.id, text: nameOf(input) })),
        ]}
        onChange={(id) => {
          const input = inputs.find((one) => one.id === id);
          if (input)
            update(`${formula.trimEnd()}${formula.trim() === '' ? '' : ' '}{${nameOf(input).trim()}}`);
        }}
      />
    </>
  );
}
