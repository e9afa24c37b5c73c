import { Copy, Trash2 } from 'lucide-react';
import { Switch } from 'radix-ui';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Field } from '#core/field/field.ts';
import { mustAct } from '#core/recipient/recipient.ts';
import { Button } from '../parts/button.tsx';
import { FormField, Input } from '../parts/form-field.tsx';
import { Select } from '../parts/select.tsx';
import { useEditor } from './editor-state.ts';
import { placeCopies, removeFields } from './use-editor-keys.ts';

const nobody = 'nobody';

/** What can be said about the selected fields. */
export function PropertiesPanel() {
  const { t } = useTranslation();
  const editor = useEditor();
  const { layout, change, recipients } = editor;
  const chosen = layout.fields.filter(({ id }) => layout.selected.includes(id));
  const first = chosen[0];
  if (!first) return <p className="text-muted">{t('editor.nothingSelected')}</p>;
  const ids = chosen.map(({ id }) => id);
  const owner = chosen.every(({ recipientId }) => recipientId === first.recipientId)
    ? first.recipientId
    : null;
  const people = recipients
    .filter(mustAct)
    .map((recipient) => ({ value: recipient.id, text: recipient.name || recipient.email }));
  return (
    <div className="flex flex-col gap-3.5">
      {chosen.length === 1 ? <LabelAndPlace field={first} /> : null}
      <FormField label={t('editor.assignedTo')}>
        {({ id }) => (
          <Select
            id={id}
            value={owner ?? nobody}
            options={[{ value: nobody, text: t('editor.nobody') }, ...people]}
            onChange={(value) =>
              change({ kind: 'assign', ids, recipientId: value === nobody ? null : value })
            }
          />
        )}
      </FormField>
      {first.type === 'date' && chosen.length === 1 ? (
        <p className="text-xs text-muted">{t('editor.dateHint')}</p>
      ) : (
        <RequiredSwitch fields={chosen} onChange={(required) => change({ kind: 'require', ids, required })} />
      )}
      <div className="flex gap-2">
        <Button size="small" className="flex-1" onClick={() => placeCopies(editor, chosen)}>
          <Copy aria-hidden="true" />
          {t('editor.duplicate')}
        </Button>
        <Button size="small" look="danger" className="flex-1" onClick={() => removeFields(editor, ids)}>
          <Trash2 aria-hidden="true" />
          {t('editor.delete')}
        </Button>
      </div>
    </div>
  );
}

function RequiredSwitch({ fields, onChange }: { fields: readonly Field[]; onChange: (on: boolean) => void }) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div className="flex items-center justify-between gap-4">
      <label htmlFor={id} className="text-sm font-medium">
        {t('editor.required')}
      </label>
      <Switch.Root
        id={id}
        checked={fields.every(({ required }) => required)}
        onCheckedChange={onChange}
        className="flex h-5 w-9 shrink-0 items-center rounded-full bg-line-strong p-0.5 transition-colors data-[state=checked]:bg-ink"
      >
        <Switch.Thumb className="size-4 rounded-full bg-white transition-transform duration-100 data-[state=checked]:translate-x-4 rtl:data-[state=checked]:-translate-x-4" />
      </Switch.Root>
    </div>
  );
}

function LabelAndPlace({ field }: { field: Field }) {
  const { t } = useTranslation();
  const { change } = useEditor();
  const numbers = [
    ['x', t('editor.left')],
    ['y', t('editor.top')],
    ['width', t('editor.width')],
    ['height', t('editor.height')],
  ] as const;
  return (
    <>
      <FormField label={t('editor.label')} hint={t('editor.labelHint')}>
        {(control) => (
          <Input
            {...control}
            value={field.label}
            maxLength={100}
            onChange={(event) => change({ kind: 'label', id: field.id, label: event.target.value })}
          />
        )}
      </FormField>
      <div className="grid grid-cols-4 gap-2">
        {numbers.map(([key, label]) => (
          <FormField key={key} label={label}>
            {(control) => (
              <Input
                {...control}
                type="number"
                value={Math.round(field[key])}
                onChange={(event) => {
                  const value = event.target.valueAsNumber;
                  if (Number.isFinite(value)) {
                    change({ kind: 'put', boxes: [{ ...field, [key]: value }], run: `${key} ${field.id}` });
                  }
                }}
                className="[appearance:textfield] px-2 tabular-nums"
              />
            )}
          </FormField>
        ))}
      </div>
    </>
  );
}
