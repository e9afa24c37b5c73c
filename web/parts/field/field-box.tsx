import { useTranslation } from '../../words.ts';
import './field-box.css';
import { X } from 'lucide-react';
import { memo, type CSSProperties, type PointerEvent } from 'react';
import type { RecipientView } from '#contract/documents/documents.ts';
import type { Field } from '#core/field/field.ts';
import { isOfSender } from '#core/field/kinds.ts';
import { shortInitials } from '#core/person/initials.ts';
import { classNames } from '../class-names.ts';
import { recipientHue } from '../people/recipient-color.ts';
import { fieldIcons, fieldName, fieldText } from './field-words.ts';

export type Corner = { x: 'left' | 'right'; y: 'top' | 'bottom' };

type Props = {
  field: Field;
  /** The name of the field's type. */
  typeName: string;
  scale: number;
  owner: RecipientView | undefined;
  /** The owner's index in the list of recipients, which determines the color. */
  ownerIndex: number | null;
  selected?: boolean;
  /** True if it is the only selected field, because only then it can be resized. */
  alone?: boolean;
  dragged?: boolean;
  /** Without these handlers the field is read-only. */
  edit?: {
    onPress: (field: Field, event: PointerEvent<HTMLElement>) => void;
    onResize: (field: Field, corner: Corner, event: PointerEvent<HTMLElement>) => void;
    onFocus: (field: Field) => void;
    onRemove: (field: Field) => void;
  };
};

const corners: { corner: Corner; place: string }[] = [
  { corner: { x: 'left', y: 'top' }, place: '-top-1.5 -left-1.5 cursor-nwse-resize' },
  { corner: { x: 'right', y: 'top' }, place: '-top-1.5 -right-1.5 cursor-nesw-resize' },
  { corner: { x: 'left', y: 'bottom' }, place: '-bottom-1.5 -left-1.5 cursor-nesw-resize' },
  { corner: { x: 'right', y: 'bottom' }, place: '-right-1.5 -bottom-1.5 cursor-nwse-resize' },
];

/** One field on a page, in its recipient's color with their initials. */
export const FieldBox = memo(function FieldBox(props: Props) {
  const {
    field,
    typeName,
    scale,
    owner,
    ownerIndex,
    selected = false,
    alone = true,
    dragged = false,
    edit,
  } = props;
  const { t } = useTranslation();
  const name = fieldName(t, typeName, field, owner);
  const style: CSSProperties & Record<'--hue' | '--zoom', number> = {
    left: field.x * scale,
    top: field.y * scale,
    width: field.width * scale,
    height: field.height * scale,
    '--hue': recipientHue(ownerIndex),
    '--zoom': Math.min(1, Math.max(0.6, scale)),
  };
  return (
    <div
      data-field={field.id}
      style={style}
      className={classNames(
        'field-box',
        selected && 'is-selected',
        dragged && 'is-dragged',
        !owner && !isOfSender(field.type) && 'is-unowned',
      )}
    >
      {edit ? (
        <div
          role="button"
          tabIndex={0}
          aria-label={name}
          aria-pressed={selected}
          aria-describedby="field-keys"
          className="field-face touch-none cursor-move"
          onPointerDown={(event) => edit.onPress(field, event)}
          onFocus={() => edit.onFocus(field)}
        >
          <Face field={field} typeName={typeName} scale={scale} />
        </div>
      ) : (
        <div role="img" aria-label={name} className="field-face">
          <Face field={field} typeName={typeName} scale={scale} />
        </div>
      )}
      {isOfSender(field.type) ? null : (
        <span aria-hidden="true" className="field-tag">
          {owner ? shortInitials(owner.name, owner.email) : '?'}
        </span>
      )}
      {edit && selected && !dragged ? (
        <>
          {cornersFor(field, scale, alone).map(({ corner, place }) => (
            <span
              key={place}
              aria-hidden="true"
              data-corner={`${corner.y}-${corner.x}`}
              className={`field-corner touch-none ${place}`}
              onPointerDown={(event) => edit.onResize(field, corner, event)}
            />
          ))}
          <button
            type="button"
            aria-label={t('editor.remove')}
            className="field-remove"
            onClick={() => edit.onRemove(field)}
          >
            <X aria-hidden="true" className="size-3.5" />
          </button>
        </>
      ) : null}
    </div>
  );
});

/** Shows a word if it fits, and otherwise the icon. Sizes are in CSS pixels. */
function Face({ field, typeName, scale }: Pick<Props, 'field' | 'typeName' | 'scale'>) {
  const { t } = useTranslation();
  const Icon = fieldIcons[field.type];
  const width = field.width * scale;
  const text = fieldText(field) || typeName;
  if (field.type === 'strike') return <span aria-hidden="true" className="h-px w-full bg-current" />;
  if (width < 44)
    return field.height * scale < 12 ? null : <Icon aria-hidden="true" className="size-3.5 max-h-full" />;
  return (
    <span aria-hidden="true" className="truncate px-1">
      {text}
      {field.required || isOfSender(field.type) ? null : (
        <span className="opacity-70"> {t('editor.optional')}</span>
      )}
    </span>
  );
}

/** CSS pixels. On smaller fields, four resize handles would leave no area for moving the field. */
const roomForCorners = 36;

function cornersFor(field: Field, scale: number, alone: boolean) {
  if (!alone) return [];
  const small = Math.min(field.width, field.height) * scale < roomForCorners;
  return small ? corners.slice(-1) : corners;
}
