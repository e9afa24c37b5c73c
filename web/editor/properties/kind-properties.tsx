import { Files } from 'lucide-react';
import { Suspense, useState } from 'react';
import { isWritten, partOfPerson, type Field } from '#core/field/field.ts';
import { hasChoices, isOfSender } from '#core/field/kinds.ts';
import { MAX_PROPERTY_LENGTH, MAX_CELLS, type FieldProperties } from '#core/field/properties.ts';
import { isComputed } from '#core/field/rules/references.ts';
import { canShareQuestion, placesOf } from '#core/field/same-question.ts';
import { textFormats } from '#core/field/text-format.ts';
import { Button } from '../../parts/button.tsx';
import { useRequiredTexts, type TranslateOf } from '../../api/later-words.ts';
import { dateChoices } from '../../parts/forms/format-choices.ts';
import { FormField, Input, InputField, TextAreaField } from '../../parts/forms/form-field.tsx';
import { SelectField } from '../../parts/forms/select-field.tsx';
import { choicesOf, shownChoices } from './choices-text.ts';
import { DayLimitProperty } from './day-limit-property.tsx';
import { ConditionsProperty } from '../rules/conditions-property.tsx';
import { FormulaProperty } from '../rules/formula-property.tsx';
import { repeatQuestion } from '../canvas/use-editor-keys.ts';
import { useEditor } from '../state/editor-state.ts';
import { SwitchLine } from '../../parts/forms/switch-line.tsx';
import { NoteProperty, ValueProperty } from './value-property.tsx';

type Key = keyof FieldProperties;

/** The type-specific properties of the selected field. */
export function KindProperties({ field }: { field: Field }) {
  const isMade = field.type === 'signature' || field.type === 'initial' || field.type === 'date';
  const filledIn = !isMade && !isOfSender(field.type);
  return (
    <Suspense fallback={null}>
      {field.type === 'note' ? <NoteProperty field={field} /> : null}
      {field.type === 'date' ? <DateFormatProperty field={field} /> : null}
      {filledIn ? <OfKind field={field} /> : null}
      {filledIn ? <TextProperty field={field} name="help" most={MAX_PROPERTY_LENGTH.help} hint /> : null}
      {canShareQuestion(field) ? <QuestionName field={field} /> : null}
      {isOfSender(field.type) ? null : <ConditionsProperty field={field} />}
    </Suspense>
  );
}

/** The name that joins fields of one recipient into one question, and a button that adds another place. */
function QuestionName({ field }: { field: Field }) {
  const t = useRequiredTexts('field-kinds');
  const editor = useEditor();
  const count = placesOf(field, editor.layout.fields).length;
  return (
    <>
      <TextProperty field={field} name="name" most={MAX_PROPERTY_LENGTH.name} hint />
      {count > 1 ? <p className="text-xs text-muted">{t('places', { count })}</p> : null}
      <Button size="small" onClick={() => repeatQuestion(editor, field, t('nameOfQuestion'))}>
        <Files aria-hidden="true" />
        {t('addPlace')}
      </Button>
    </>
  );
}

function OfKind({ field }: { field: Field }) {
  switch (field.type) {
    case 'text':
      return (
        <>
          <Format field={field} />
          <ToggleProperty field={field} name="multiline" />
          <div className="grid grid-cols-3 gap-2">
            <NumberProperty field={field} name="minLength" />
            <NumberProperty field={field} name="maxLength" />
            <NumberProperty field={field} name="comb" word="cells" least={1} most={MAX_CELLS} />
          </div>
          <DefaultValue field={field} />
        </>
      );
    case 'number':
      return (
        <>
          <div className="grid grid-cols-3 gap-2">
            {isComputed(field) ? null : (
              <>
                <NumberProperty field={field} name="min" least={-1e15} />
                <NumberProperty field={field} name="max" least={-1e15} />
              </>
            )}
            <NumberProperty field={field} name="decimals" most={10} />
          </div>
          {isComputed(field) ? null : <DefaultValue field={field} />}
          <FormulaProperty field={field} />
        </>
      );
    case 'dateEntry':
      return (
        <>
          {isComputed(field) ? null : (
            <>
              <DayLimitProperty field={field} name="earliest" />
              <DayLimitProperty field={field} name="latest" />
              <DefaultValue field={field} />
            </>
          )}
          <DateFormatProperty field={field} />
          <FormulaProperty field={field} />
        </>
      );
    case 'dropdown':
      return (
        <>
          <Choices field={field} />
          <DefaultValue field={field} />
        </>
      );
    case 'multiChoice':
      return (
        <>
          <Choices field={field} />
          <div className="grid grid-cols-2 gap-2">
            <NumberProperty field={field} name="atLeast" />
            <NumberProperty field={field} name="atMost" least={1} />
          </div>
          <DefaultValue field={field} />
        </>
      );
    case 'radio':
      return (
        <>
          <TextProperty field={field} name="group" most={MAX_PROPERTY_LENGTH.group} hint />
          <TextProperty field={field} name="choice" most={MAX_PROPERTY_LENGTH.choice} />
        </>
      );
    case 'checkbox':
      return <BoxGroup field={field} />;
    default:
      return isWritten(field.type) ? <DefaultValue field={field} /> : null;
  }
}

/** The default value, and whether the recipient can change it. */
function DefaultValue({ field }: { field: Field }) {
  const t = useRequiredTexts('field-kinds');
  const { kind } = useEditor();
  return (
    <>
      <ValueProperty field={field} hint={valueHint(t, field)} />
      <ToggleProperty field={field} name="readOnly" />
      {kind === 'template' ? <ToggleProperty field={field} name="askSender" /> : null}
      {hasChoices(field.type) || field.type === 'dateEntry' ? null : (
        <TextProperty field={field} name="placeholder" most={MAX_PROPERTY_LENGTH.placeholder} />
      )}
    </>
  );
}

function valueHint(t: TranslateOf<'field-kinds'>, { type }: Field): string | undefined {
  if (type === 'phone') return t('valuePhoneHint');
  if (type === 'company') return t('valueCompanyHint');
  return partOfPerson({ type }) ? t('valueNameHint') : undefined;
}

function BoxGroup({ field }: { field: Field }) {
  const t = useRequiredTexts('field-kinds');
  const lay = useLayDown(field);
  const { group, value } = field.properties ?? {};
  return (
    <>
      <SwitchLine
        label={t('ticked')}
        checked={value === 'true'}
        onChange={(on) => lay({ value: on ? 'true' : undefined }, 'value')}
      />
      <TextProperty field={field} name="group" most={MAX_PROPERTY_LENGTH.group} hint />
      {group ? (
        <div className="grid grid-cols-2 gap-2">
          <NumberProperty field={field} name="atLeast" group={group} />
          <NumberProperty field={field} name="atMost" group={group} least={1} />
        </div>
      ) : null}
    </>
  );
}

function Format({ field }: { field: Field }) {
  const t = useRequiredTexts('field-kinds');
  const lay = useLayDown(field);
  const format = field.properties?.format ?? 'any';
  return (
    <>
      <SelectField
        label={t('format')}
        value={format}
        options={textFormats.map((value) => ({ value, text: t(`formats.${value}`) }))}
        onChange={(value) => lay({ format: value === 'any' ? undefined : value }, 'format')}
      />
      {format === 'mask' ? (
        <TextProperty field={field} name="mask" most={MAX_PROPERTY_LENGTH.mask} hint />
      ) : null}
    </>
  );
}

/** Sets how the day is printed: as in the document, or in the format that a PDF form asks for. */
function DateFormatProperty({ field }: { field: Field }) {
  const t = useRequiredTexts('field-kinds');
  const lay = useLayDown(field);
  return (
    <SelectField
      label={t('dateFormat')}
      value={field.properties?.dateFormat ?? 'document'}
      options={[{ value: 'document', text: t('dateFormatOfDocument') }, ...dateChoices]}
      onChange={(value) => lay({ dateFormat: value === 'document' ? undefined : value }, 'dateFormat')}
    />
  );
}

function Choices({ field }: { field: Field }) {
  const t = useRequiredTexts('field-kinds');
  const lay = useLayDown(field);
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

function TextProperty({ field, name, most, hint = false }: TextProps) {
  const t = useRequiredTexts('field-kinds');
  const lay = useLayDown(field);
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
  /** All checkboxes of the group get the number. */
  group?: string;
};

function NumberProperty({ field, name, word, least = 0, most = 1000, group }: NumberProps) {
  const t = useRequiredTexts('field-kinds');
  const { layout } = useEditor();
  const members = layout.fields.filter(
    ({ type, properties }) => group !== undefined && type === field.type && properties?.group === group,
  );
  const lay = useLayDown(field, group === undefined ? undefined : members.map(({ id }) => id));
  const whole = name !== 'min' && name !== 'max';
  const highest = whole ? most : 1e15;
  return (
    <FormField
      label={t(`${word ?? (name === 'comb' ? 'cells' : name)}`)}
      className="min-w-0 [&_label]:truncate"
    >
      {(control) => (
        <Input
          {...control}
          type="number"
          step={whole ? 1 : 'any'}
          value={field.properties?.[name] ?? ''}
          onChange={({ target }) => {
            const number = target.valueAsNumber;
            const kept = Math.min(highest, Math.max(least, whole ? Math.trunc(number) : number));
            lay({ [name]: Number.isFinite(number) ? kept : undefined }, name);
          }}
          className="[appearance:textfield] px-2 tabular-nums"
        />
      )}
    </FormField>
  );
}

function ToggleProperty({ field, name }: { field: Field; name: 'multiline' | 'readOnly' | 'askSender' }) {
  const t = useRequiredTexts('field-kinds');
  const lay = useLayDown(field);
  return (
    <SwitchLine
      label={t(`${name}`)}
      checked={field.properties?.[name] === true}
      onChange={(on) => lay({ [name]: on || undefined }, name)}
    />
  );
}

/** Consecutive changes to one property of one field are one undo step. */
function useLayDown(field: Field, ids: readonly string[] = [field.id]) {
  const { change } = useEditor();
  return (properties: Partial<FieldProperties>, name: Key) =>
    change({ kind: 'set-properties', ids, properties, run: `${name} ${field.id}` });
}
