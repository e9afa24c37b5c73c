import { useState } from 'react';
import { isDay } from '#core/formats/day.ts';
import type { Field } from '#core/field/field.ts';
import { useRequiredTexts } from '../../api/later-words.ts';
import { FormField, Input } from '../../parts/forms/form-field.tsx';
import { SelectField } from '../../parts/forms/select-field.tsx';
import { useEditor } from '../state/editor-state.ts';

const units = ['d', 'm', 'y'] as const;
type Unit = (typeof units)[number];
const modes = ['none', 'day', 'signing', 'before', 'after'] as const;
type Mode = (typeof modes)[number];

/** A limit in parts: a fixed day, or a number of days, months or years before or after the signing day. */
type Parts = { mode: Mode; day: string; count: number; unit: Unit };

function partsOf(limit: string | undefined): Parts {
  const parts = { day: '', count: 18, unit: 'y' as Unit };
  if (limit === undefined) return { ...parts, mode: 'none' };
  if (isDay(limit)) return { ...parts, mode: 'day', day: limit };
  const [, sign, count, unit] = /^signing([+-])([0-9]+)([dmy])$/.exec(limit) ?? [];
  if (!sign) return { ...parts, mode: 'signing' };
  const known = units.find((one) => one === unit) ?? 'd';
  return { ...parts, mode: sign === '-' ? 'before' : 'after', count: Number(count), unit: known };
}

function limitOf({ mode, day, count, unit }: Parts): string | undefined {
  if (mode === 'none') return undefined;
  if (mode === 'day') return isDay(day) ? day : undefined;
  if (mode === 'signing') return 'signing';
  return `signing${mode === 'before' ? '-' : '+'}${count}${unit}`;
}

/** The earliest or latest valid day of a date field. */
export function DayLimitProperty({ field, name }: { field: Field; name: 'earliest' | 'latest' }) {
  const t = useRequiredTexts('field-kinds');
  const { change } = useEditor();
  const [parts, setParts] = useState(() => partsOf(field.properties?.[name]));
  const update = (changed: Partial<Parts>) => {
    const next = { ...parts, ...changed };
    setParts(next);
    change({
      kind: 'set-properties',
      ids: [field.id],
      properties: { [name]: limitOf(next) },
      run: `${name} ${field.id}`,
    });
  };
  const { mode, day, count, unit } = parts;
  return (
    <>
      <SelectField
        label={t(`${name}`)}
        value={mode}
        options={modes.map((value) => ({ value, text: t(`limit.${value}`) }))}
        onChange={(value) => update({ mode: value })}
      />
      {mode === 'day' ? (
        <FormField label={t('limitDay')}>
          {(control) => (
            <Input
              {...control}
              type="date"
              value={day}
              onChange={({ target }) => update({ day: target.value })}
            />
          )}
        </FormField>
      ) : null}
      {mode === 'before' || mode === 'after' ? (
        <div className="grid grid-cols-2 gap-2">
          <FormField label={t('limitCount')}>
            {(control) => (
              <Input
                {...control}
                type="number"
                min={1}
                max={9999}
                value={count}
                onChange={({ target }) => {
                  const number = Math.trunc(target.valueAsNumber);
                  update({ count: Number.isFinite(number) ? Math.min(9999, Math.max(1, number)) : 1 });
                }}
                className="px-2 tabular-nums"
              />
            )}
          </FormField>
          <SelectField
            label={t('limitUnit')}
            value={unit}
            options={units.map((value) => ({ value, text: t(`units.${value}`) }))}
            onChange={(value) => update({ unit: value })}
          />
        </div>
      ) : null}
    </>
  );
}
