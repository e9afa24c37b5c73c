import type { FieldView } from '#contract/documents.ts';
import { adopted, type Entries, type Mark } from './entries.ts';
import { Icon } from './icon.tsx';
import { familyOf } from './signature/typed-mark.tsx';
import { t } from './words.ts';

type Props = {
  field: FieldView;
  entries: Entries;
  filled: boolean;
  isNext: boolean;
  /** CSS pixels per point. */
  scale: number;
  onUse: (field: FieldView) => void;
};

/** Fingers need 24 px, whatever size the box has on the paper. */
const smallestTarget = 24;

/** The id by which the next button, the review list and error links find a field. */
export function fieldElementId(field: Pick<FieldView, 'id'>): string {
  return `field-${field.id}`;
}

export function fieldLabel(field: FieldView): string {
  return field.label.trim() || t(`field.${field.type}`);
}

/** One field of the signer's on the page. The date is filled by the server and cannot be pressed. */
export function FieldBox({ field, entries, filled, isNext, scale, onUse }: Props) {
  const width = Math.max(field.width * scale, smallestTarget);
  const height = Math.max(field.height * scale, smallestTarget);
  const style = {
    left: (field.x + field.width / 2) * scale - width / 2,
    top: (field.y + field.height / 2) * scale - height / 2,
    width,
    height,
    // Where enlarged targets overlap, the small one lies on top: of the large one enough is left to press.
    zIndex: field.type === 'checkbox' ? 2 : 1,
  };
  const inside = (
    <span className="field-paper" style={{ width: field.width * scale, height: field.height * scale }}>
      <Content field={field} entries={entries} scale={scale} />
    </span>
  );
  if (field.type === 'date') {
    return (
      <div
        id={fieldElementId(field)}
        className="field"
        data-date
        style={style}
        role="img"
        title={t('field.whenYouSign')}
        aria-label={nameOf(field)}
      >
        {inside}
      </div>
    );
  }
  const toggles = field.type === 'checkbox' ? { 'aria-pressed': entries.values[field.id] === true } : {};
  const state = filled && field.type !== 'checkbox' ? `, ${filledWith(field, entries)}` : '';
  return (
    <button
      type="button"
      id={fieldElementId(field)}
      className="field"
      style={style}
      data-filled={filled || undefined}
      data-next={isNext || undefined}
      aria-label={nameOf(field) + state}
      {...toggles}
      onClick={() => onUse(field)}
    >
      {inside}
    </button>
  );
}

function nameOf(field: FieldView): string {
  const type = t(`field.${field.type}`);
  const required = field.required || field.type === 'signature';
  const need = field.type === 'date' ? 'field.whenYouSign' : required ? 'field.required' : 'field.optional';
  const parts = { page: field.page, need: t(need), type: type.toLowerCase(), label: fieldLabel(field) };
  return t(parts.label === type ? 'field.name' : 'field.nameLabelled', parts);
}

/** The name of a box holds the words that are seen in it (WCAG 2.5.3). */
function filledWith(field: FieldView, entries: Entries): string {
  if (field.type === 'text')
    return t('field.filledWith', { text: String(entries.values[field.id] ?? '').trim() });
  const taken = adopted(field.type === 'initial' ? entries.initials : entries.signature);
  return taken?.kind === 'text' ? t('field.filledWith', { text: taken.text }) : t('field.filled');
}

function Content({ field, entries, scale }: Pick<Props, 'field' | 'entries' | 'scale'>) {
  const box = { width: field.width * scale, height: field.height * scale };
  switch (field.type) {
    case 'signature':
      return <MarkInBox mark={entries.signature} label={fieldLabel(field)} box={box} entries={entries} />;
    case 'initial':
      return <MarkInBox mark={entries.initials} label={fieldLabel(field)} box={box} entries={entries} />;
    case 'checkbox':
      return entries.values[field.id] === true ? <Icon name="check" /> : null;
    case 'date':
      return <Fitted text={fieldLabel(field)} box={box} hint />;
    case 'text': {
      const text = String(entries.values[field.id] ?? '').trim();
      return <Fitted text={text || fieldLabel(field)} box={box} hint={text === ''} />;
    }
  }
}

type Box = { width: number; height: number };

function MarkInBox({ mark, label, box, entries }: { mark: Mark; label: string; box: Box; entries: Entries }) {
  const taken = adopted(mark);
  if (!taken) return <Fitted text={label} box={box} hint />;
  if (taken.kind === 'picture') return <img src={taken.dataUrl} alt="" />;
  const fontSize = Math.min(box.height * 0.76, (box.width * 2) / [...taken.text].length);
  return (
    <span className="field-hand" style={{ fontSize, fontFamily: familyOf(entries.typeface) }}>
      {taken.text}
    </span>
  );
}

/** Text as large as the box allows: about half a letter's height is its width. */
function Fitted({ text, box, hint = false }: { text: string; box: Box; hint?: boolean }) {
  const most = hint ? 13 : box.height * 0.62;
  const fontSize = Math.min(most, box.height * 0.7, (box.width * 1.8) / Math.max(1, [...text].length));
  return (
    <span className={hint ? 'field-hint' : 'field-text'} style={{ fontSize }}>
      {text}
    </span>
  );
}
