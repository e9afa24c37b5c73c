import { aligns, colors, weights, type ValueLook } from '#core/formats/look.ts';
import { useRequiredTexts } from '../../api/later-words.ts';
import { SelectField } from './select-field.tsx';

const points = [6, 7, 8, 9, 10, 11, 12, 14, 16, 18, 20, 24, 30, 36, 48];

type Props = {
  /** The looks of all selected fields. A member that differs between them is shown as mixed. */
  looks: readonly ValueLook[];
  /** The text for a member that is not set. */
  unset: string;
  /** A member with the value undefined is removed. */
  onChange: (change: ValueLook) => void;
};

/** Selects for the size, alignment, weight and color of printed values. */
export function LookSelects({ looks, unset, onChange }: Props) {
  const t = useRequiredTexts('field-kinds');
  const sizes = looks.flatMap(({ size }) => (typeof size === 'number' ? [size] : []));
  const listed = [...new Set([...points, ...sizes])].toSorted((a, b) => a - b);
  const members = {
    size: [
      { value: 'fit', text: t('sizeFit') },
      ...listed.map((size) => ({ value: String(size), text: t('sizePoints', { size: String(size) }) })),
    ],
    align: aligns.map((value) => ({ value, text: t(`align.${value}`) })),
    weight: weights.map((value) => ({ value, text: t(`weight.${value}`) })),
    color: colors.map((value) => ({ value, text: t(`color.${value}`) })),
  };
  const change = (name: keyof ValueLook, value: string) => {
    if (value === mixed) return;
    const chosen = value === none ? undefined : name === 'size' && value !== 'fit' ? Number(value) : value;
    onChange({ [name]: chosen });
  };
  return (
    <div className="grid w-full grid-cols-2 gap-2">
      {(['size', 'align', 'weight', 'color'] as const).map((name) => {
        const values = new Set(looks.map((look) => String(look[name] ?? none)));
        const value = values.size > 1 ? mixed : [...values][0]!;
        return (
          <SelectField
            key={name}
            label={t(name)}
            className="min-w-0"
            value={value}
            options={[
              { value: none, text: unset },
              ...(value === mixed ? [{ value: mixed, text: t('lookMixed') }] : []),
              ...members[name],
            ]}
            onChange={(chosen) => change(name, chosen)}
          />
        );
      })}
    </div>
  );
}

const none = 'none';
const mixed = 'mixed';
