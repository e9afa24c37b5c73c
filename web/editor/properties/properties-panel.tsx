import { ChevronDown, Copy, CopyPlus, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import type { Field } from '#core/field/field.ts';
import type { FieldBox } from '#core/field/layout/geometry.ts';
import { hasLook, isOfSender } from '#core/field/kinds.ts';
import { isComputed } from '#core/field/rules/references.ts';
import { mustAct } from '#core/recipient/recipient.ts';
import { Button } from '../../parts/button.tsx';
import { classNames } from '../../parts/class-names.ts';
import { InputField } from '../../parts/forms/form-field.tsx';
import { SelectField } from '../../parts/forms/select-field.tsx';
import { lazyPart } from '../../parts/lazy-part.tsx';
import { useTranslation } from '../../words.ts';
import { useEditor } from '../state/editor-state.ts';
import { FirstProperty, OtherProperties } from './kind-properties.tsx';
import { SwitchLine } from '../../parts/forms/switch-line.tsx';
import { copyToEveryPage, placeCopies, removeFields } from '../canvas/use-editor-keys.ts';

const nobody = 'nobody';

const LookProperties = lazyPart(async () => (await import('./look-properties.tsx')).LookProperties);

/** The properties of the selected fields. */
export function PropertiesPanel() {
  const { t } = useTranslation();
  const editor = useEditor();
  const { layout, change, recipients, pages } = editor;
  const chosen = layout.fields.filter(({ id }) => layout.selected.includes(id));
  const first = chosen[0];
  if (!first) return null;
  const ids = chosen.map(({ id }) => id);
  const owner = chosen.every(({ recipientId }) => recipientId === first.recipientId)
    ? first.recipientId
    : null;
  const people = recipients
    .filter(mustAct)
    .map((recipient) => ({ value: recipient.id, text: recipient.name || recipient.email }));
  return (
    <div className="flex flex-col gap-3.5">
      {chosen.length === 1 ? <Label field={first} /> : null}
      {chosen.every(({ type }) => isOfSender(type)) ? null : (
        <SelectField
          label={t('editor.assignedTo')}
          value={owner ?? nobody}
          options={[{ value: nobody, text: t('editor.nobody') }, ...people]}
          onChange={(value) => change({ kind: 'assign', ids, recipientId: value === nobody ? null : value })}
        />
      )}
      {first.type === 'date' && chosen.length === 1 ? (
        <p className="text-xs text-muted">{t('editor.dateHint')}</p>
      ) : chosen.every((field) => isComputed(field) || isOfSender(field.type)) ? null : (
        <RequiredSwitch fields={chosen} onChange={(required) => change({ kind: 'require', ids, required })} />
      )}
      {chosen.length === 1 ? <FirstProperty key={first.id} field={first} /> : null}
      <MoreProperties chosen={chosen} />
      <div className="flex flex-wrap gap-2">
        <Button size="small" className="flex-1" onClick={() => placeCopies(editor, chosen)}>
          <Copy aria-hidden="true" />
          {t('editor.duplicate')}
        </Button>
        <Button size="small" look="danger" className="flex-1" onClick={() => removeFields(editor, ids)}>
          <Trash2 aria-hidden="true" />
          {t('editor.delete')}
        </Button>
        {pages.length > 1 ? (
          <Button size="small" className="w-full" onClick={() => copyToEveryPage(editor, chosen)}>
            <CopyPlus aria-hidden="true" />
            {t('editor.everyPage', { count: pages.length })}
          </Button>
        ) : null}
      </div>
    </div>
  );
}

function RequiredSwitch({ fields, onChange }: { fields: readonly Field[]; onChange: (on: boolean) => void }) {
  const { t } = useTranslation();
  return (
    <SwitchLine
      label={t('editor.required')}
      checked={fields.every(({ required }) => required)}
      onChange={onChange}
    />
  );
}

/** Rarely used properties, behind a button. They remain visible when another field is selected. */
function MoreProperties({ chosen }: { chosen: readonly Field[] }) {
  const { t } = useTranslation();
  const { moreProperties, showMoreProperties } = useEditor();
  const content = useId();
  const [only] = chosen.length === 1 ? chosen : [];
  const hasLooks = chosen.every(({ type }) => hasLook(type));
  if (!only && !hasLooks) return null;
  return (
    <>
      <button
        type="button"
        aria-expanded={moreProperties}
        aria-controls={content}
        className="flex min-h-9 items-center justify-between gap-2 rounded-md text-start font-medium hover:underline pointer-coarse:min-h-11"
        onClick={() => showMoreProperties(!moreProperties)}
      >
        {t('editor.moreProperties')}
        <ChevronDown aria-hidden="true" className={classNames('size-4', moreProperties && 'rotate-180')} />
      </button>
      <div id={content} hidden={!moreProperties} className="flex flex-col gap-3.5">
        {moreProperties && only ? <Position field={only} /> : null}
        {moreProperties && only ? <OtherProperties key={only.id} field={only} /> : null}
        {moreProperties && hasLooks ? <LookProperties fields={chosen} /> : null}
      </div>
    </>
  );
}

function Label({ field }: { field: Field }) {
  const { t } = useTranslation();
  const { change } = useEditor();
  return (
    <InputField
      label={t('editor.label')}
      hint={t('editor.labelHint')}
      value={field.label}
      maxLength={100}
      onChange={(event) => change({ kind: 'label', id: field.id, label: event.target.value })}
    />
  );
}

function Position({ field }: { field: Field }) {
  const { t } = useTranslation();
  const numbers = [
    ['x', t('editor.left')],
    ['y', t('editor.top')],
    ['width', t('editor.width')],
    ['height', t('editor.height')],
  ] as const;
  return (
    <div className="grid grid-cols-4 gap-2">
      {numbers.map(([key, label]) => (
        <PlaceNumber key={`${key} ${field.id}`} field={field} name={key} label={label} />
      ))}
    </div>
  );
}

type Place = FieldBox & { id: string };
type PlaceProps = { field: Field; name: 'x' | 'y' | 'width' | 'height'; label: string };

/**
 * One number of a field's box. While the member is typing, the number is shown as typed even if the field
 * cannot have that value, because 150 begins with 1. Every value is applied to the box from before typing, so
 * that intermediate values do not move the field.
 */
function PlaceNumber({ field, name, label }: PlaceProps) {
  const { change } = useEditor();
  const [typing, setTyping] = useState<{ text: string; from: Place } | null>(null);
  const { id, page, x, y, width, height } = field;
  const type = ({ value: text, valueAsNumber: number }: HTMLInputElement) => {
    const from = typing?.from ?? { id, page, x, y, width, height };
    setTyping({ text, from });
    if (Number.isFinite(number))
      change({ kind: 'put', boxes: [{ ...from, [name]: number }], run: `${name} ${id}` });
  };
  const done = () => setTyping(null);
  return (
    <InputField
      label={label}
      type="number"
      value={typing?.text ?? Math.round(field[name])}
      onChange={(event) => type(event.target)}
      onBlur={done}
      onKeyDown={(event) => event.key === 'Enter' && done()}
      className="[appearance:textfield] px-2 tabular-nums"
    />
  );
}
