import { useState } from 'react';
import type { Field } from '#core/field/field.ts';
import type { FieldProperties } from '#core/field/properties.ts';
import { useRequiredTexts, type TranslateOf } from '../../api/later-words.ts';
import { dateChoices } from '../../parts/forms/format-choices.ts';
import { FormField, Input, InputField, TextAreaField } from '../../parts/forms/form-field.tsx';
import { SelectField } from '../../parts/forms/select-field.tsx';
import { SwitchLine } from '../../parts/forms/switch-line.tsx';
import { choicesOf, shownChoices } from './choices-text.ts';
import { useEditor } from '../state/editor-state.ts';

type Key = keyof FieldProperties;

/** Sets how the date is printed: in the document's format, or in the format that a PDF form requires. */
export function DateFormatProperty({ field }: { field: Field }) {
  const t = useRequiredTexts('field-kinds');
  const lay = useSetProperty(field);
  return (
    <SelectField
      label={t('dateFormat')}
      value={field.properties?.dateFormat ?? 'document'}
      options={[{ value: 'document', text: t('dateFormatOfDocument') }, ...dateChoices]}
      onChange={(value) => lay({ dateFormat: value === 'document' ? undefined : value }, 'dateFormat')}
    />
  );
}

/** The options of a list, one per line. */
export function Choices({ field }: { field: Field }) {
  const t = useRequiredTexts('field-kinds');
  const lay = useSetProperty(field);
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextAreaField
      label={t('choices')}
      hint={t('choicesHint')}
      rows={4}
      value={shownChoices(typed, field.properties?.choices ?? [])}
      onChange={({ target }) => {
        setTyped(target.value);
        lay({ choices: choicesOf(target.value) }, 'choices');
      }}
      onBlur={() => setTyped(null)}
    />
  );
}

type TextProps = {
  field: Field;
  name: Extract<Key, 'name' | 'help' | 'placeholder' | 'mask' | 'group' | 'choice'>;
  most: number;
  hint?: boolean;
};

/** An input for a text property. */
export function TextProperty({ field, name, most, hint = false }: TextProps) {
  const t = useRequiredTexts('field-kinds');
  const lay = useSetProperty(field);
  const text = hint ? hintOf(t, field, name) : undefined;
  return (
    <InputField
      label={t(`${name}`)}
      {...(text ? { hint: text } : {})}
      value={field.properties?.[name] ?? ''}
      maxLength={most}
      onChange={(event) => lay({ [name]: event.target.value }, name)}
    />
  );
}

function hintOf(t: TranslateOf<'field-kinds'>, field: Field, name: TextProps['name']): string | undefined {
  if (name === 'name') return t('nameHint');
  if (name === 'help') return t('helpHint');
  if (name === 'mask') return t('maskHint');
  if (name === 'group') return t(field.type === 'radio' ? 'groupHint' : 'groupHintBoxes');
  return undefined;
}

type NumberProps = {
  field: Field;
  name: Extract<Key, 'minLength' | 'maxLength' | 'comb' | 'min' | 'max' | 'decimals' | 'atLeast' | 'atMost'>;
  word?: 'cells';
  least?: number;
  most?: number;
  /** If set, the number applies to all checkboxes of this group. */
  group?: string;
};

/** An input for a number property. */
export function NumberProperty({ field, name, word, least = 0, most = 1000, group }: NumberProps) {
  const t = useRequiredTexts('field-kinds');
  const { layout } = useEditor();
  const members = layout.fields.filter(
    ({ type, properties }) => group !== undefined && type === field.type && properties?.group === group,
  );
  const lay = useSetProperty(field, group === undefined ? undefined : members.map(({ id }) => id));
  const isInteger = name !== 'min' && name !== 'max';
  const highest = isInteger ? most : 1e15;
  return (
    <FormField
      label={t(`${word ?? (name === 'comb' ? 'cells' : name)}`)}
      className="min-w-0 [&_label]:truncate"
    >
      {(control) => (
        <Input
          {...control}
          type="number"
          step={isInteger ? 1 : 'any'}
          value={field.properties?.[name] ?? ''}
          onChange={({ target }) => {
            const number = target.valueAsNumber;
            const kept = Math.min(highest, Math.max(least, isInteger ? Math.trunc(number) : number));
            lay({ [name]: Number.isFinite(number) ? kept : undefined }, name);
          }}
          className="[appearance:textfield] px-2 tabular-nums"
        />
      )}
    </FormField>
  );
}

/** A switch for a property that is true or absent. */
export function ToggleProperty({
  field,
  name,
}: {
  field: Field;
  name: 'multiline' | 'readOnly' | 'askSender';
}) {
  const t = useRequiredTexts('field-kinds');
  const lay = useSetProperty(field);
  return (
    <SwitchLine
      label={t(`${name}`)}
      checked={field.properties?.[name] === true}
      onChange={(on) => lay({ [name]: on || undefined }, name)}
    />
  );
}

/** Consecutive changes to one property of one field are one undo step. */
export function useSetProperty(field: Field, ids: readonly string[] = [field.id]) {
  const { change } = useEditor();
  return (properties: Partial<FieldProperties>, name: Key) =>
    change({ kind: 'set-properties', ids, properties, run: `${name} ${field.id}` });
}
