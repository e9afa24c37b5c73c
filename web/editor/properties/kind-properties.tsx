import { Files } from 'lucide-react';
import { Suspense } from 'react';
import { isWritten, partOfPerson, type Field } from '#core/field/field.ts';
import { hasChoices, isOfSender, takesFile } from '#core/field/kinds.ts';
import { MAX_CELLS, MAX_PROPERTY_LENGTH } from '#core/field/properties.ts';
import { isComputed } from '#core/field/rules/references.ts';
import { canShareQuestion, placesOf } from '#core/field/same-question.ts';
import { textFormats } from '#core/field/text-format.ts';
import { Button } from '../../parts/button.tsx';
import { useRequiredTexts, type TranslateOf } from '../../api/later-words.ts';
import { SelectField } from '../../parts/forms/select-field.tsx';
import { DayLimitProperty } from './day-limit-property.tsx';
import { ConditionsProperty } from '../rules/conditions-property.tsx';
import { FormulaProperty } from '../rules/formula-property.tsx';
import { repeatQuestion } from '../canvas/use-editor-keys.ts';
import { useEditor } from '../state/editor-state.ts';
import { SwitchLine } from '../../parts/forms/switch-line.tsx';
import {
  Choices,
  DateFormatProperty,
  NumberProperty,
  TextProperty,
  ToggleProperty,
  useSetProperty,
} from './property-inputs.tsx';
import { NoteProperty, ValueProperty } from './value-property.tsx';

/** The most frequently set property of a field type, shown without opening the others. */
export function FirstProperty({ field }: { field: Field }) {
  return (
    <Suspense fallback={null}>
      <FirstOfKind field={field} />
    </Suspense>
  );
}

function FirstOfKind({ field }: { field: Field }) {
  switch (field.type) {
    case 'signature':
    case 'initial':
    case 'strike':
      return null;
    case 'note':
      return <NoteProperty field={field} />;
    case 'date':
      return <DateFormatProperty field={field} />;
    case 'dropdown':
    case 'multiChoice':
      return <Choices field={field} />;
    case 'radio':
      return <TextProperty field={field} name="choice" most={MAX_PROPERTY_LENGTH.choice} />;
    case 'checkbox':
      return <TickedProperty field={field} />;
    default:
      return takesFile(field.type) ? <HelpProperty field={field} /> : <InitialValue field={field} />;
  }
}

/** The other properties of a type. */
export function OtherProperties({ field }: { field: Field }) {
  const isMade = field.type === 'signature' || field.type === 'initial' || field.type === 'date';
  const isFilledIn = !isMade && !isOfSender(field.type);
  return (
    <Suspense fallback={null}>
      {isFilledIn ? <OfKind field={field} /> : null}
      {isFilledIn && !takesFile(field.type) ? <HelpProperty field={field} /> : null}
      {canShareQuestion(field) ? <QuestionName field={field} /> : null}
      {isOfSender(field.type) ? null : <ConditionsProperty field={field} />}
    </Suspense>
  );
}

function HelpProperty({ field }: { field: Field }) {
  return <TextProperty field={field} name="help" most={MAX_PROPERTY_LENGTH.help} hint />;
}

/** A computed field has no default value. */
function InitialValue({ field }: { field: Field }) {
  const t = useRequiredTexts('field-kinds');
  return isComputed(field) ? null : <ValueProperty field={field} hint={valueHint(t, field)} />;
}

function TickedProperty({ field }: { field: Field }) {
  const t = useRequiredTexts('field-kinds');
  const set = useSetProperty(field);
  return (
    <SwitchLine
      label={t('ticked')}
      checked={field.properties?.value === 'true'}
      onChange={(on) => set({ value: on ? 'true' : undefined }, 'value')}
    />
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
          <ValueRules field={field} />
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
          {isComputed(field) ? null : <ValueRules field={field} />}
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
              <ValueRules field={field} />
            </>
          )}
          <DateFormatProperty field={field} />
          <FormulaProperty field={field} />
        </>
      );
    case 'dropdown':
      return (
        <>
          <InitialValue field={field} />
          <ValueRules field={field} />
        </>
      );
    case 'multiChoice':
      return (
        <>
          <div className="grid grid-cols-2 gap-2">
            <NumberProperty field={field} name="atLeast" />
            <NumberProperty field={field} name="atMost" least={1} />
          </div>
          <InitialValue field={field} />
          <ValueRules field={field} />
        </>
      );
    case 'radio':
      return <TextProperty field={field} name="group" most={MAX_PROPERTY_LENGTH.group} hint />;
    case 'checkbox':
      return <BoxGroup field={field} />;
    default:
      return isWritten(field.type) ? <ValueRules field={field} /> : null;
  }
}

/** Whether the recipient can change the default value, and the placeholder of an empty input. */
function ValueRules({ field }: { field: Field }) {
  const { kind } = useEditor();
  return (
    <>
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
  const { group } = field.properties ?? {};
  return (
    <>
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
  const lay = useSetProperty(field);
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
