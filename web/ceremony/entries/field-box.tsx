import type { FieldView } from '#contract/documents/documents.ts';
import { LINE_SIZE, lineBox, markSize } from '#core/field/signature-line.ts';
import { isPicture } from '#core/field/kinds.ts';
import { isComputed, isFixed } from '#core/field/rules/references.ts';
import { adopted, type Entries, type Mark } from './entries.ts';
import { Icon } from '../../kit/icon.tsx';
import { Printed } from './printed.tsx';
import { familyOf } from './typed-mark.tsx';
import { isTick, pictureHash, valueText } from './shown-fields.ts';
import { shownLanguage, t, type Word } from '../words.ts';

type Props = {
  field: FieldView;
  entries: Entries;
  filled: boolean;
  isNext: boolean;
  /** CSS pixels per point. */
  scale: number;
  onUse: (field: FieldView) => void;
};

/** Touch targets need 24 px, regardless of the box on the page. */
const minTargetSize = 24;

/** Returns the id with which the next button, the review list and error links find a field. */
export function fieldElementId(field: Pick<FieldView, 'id'>): string {
  return `field-${field.id}`;
}

export function fieldLabel(field: FieldView): string {
  const { group, choice } = field.properties ?? {};
  const label = field.label.trim() || choice || t(kindWord(field));
  return group && field.type === 'radio' ? t('field.choice', { group, choice: label }) : label;
}

function kindWord({ type }: Pick<FieldView, 'type'>): Word {
  return type === 'name' ? 'field.name.kind' : `field.${type}`;
}

/**
 * One of the signer's fields on the page. Date fields cannot be clicked, because the server fills them in.
 */
export function FieldBox({ field, entries, filled, isNext, scale, onUse }: Props) {
  const width = Math.max(field.width * scale, minTargetSize);
  const height = Math.max(field.height * scale, minTargetSize);
  const style = {
    left: (field.x + field.width / 2) * scale - width / 2,
    top: (field.y + field.height / 2) * scale - height / 2,
    width,
    height,
    // If enlarged targets overlap, the small one is on top, because enough of the large one remains
    // clickable.
    zIndex: isTick(field) ? 2 : 1,
  };
  const inside = (
    <span
      className="field-paper"
      data-kind={field.type}
      style={{ width: field.width * scale, height: field.height * scale }}
    >
      <Content field={field} entries={entries} scale={scale} />
    </span>
  );
  if (field.type === 'date' || isFixed(field)) {
    return (
      <div
        id={fieldElementId(field)}
        className="field"
        data-date
        style={style}
        role="img"
        title={t(needWord(field, false))}
        aria-label={`${nameOf(field)}, ${filledWith(field, entries)}`}
      >
        {inside}
      </div>
    );
  }
  const toggles = isTick(field) ? { 'aria-pressed': entries.values[field.id] === true } : {};
  const state = filled && !isTick(field) ? `, ${filledWith(field, entries)}` : '';
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
  const type = t(kindWord(field));
  const required = field.required || field.type === 'signature';
  const parts = {
    page: field.page,
    need: t(needWord(field, required)),
    type: type.toLocaleLowerCase(shownLanguage()),
    label: fieldLabel(field),
  };
  return t(parts.label === type ? 'field.name' : 'field.nameLabelled', parts);
}

function needWord({ type, properties }: FieldView, required: boolean): Word {
  if (type === 'date') return 'field.whenYouSign';
  if (isComputed({ properties })) return 'field.calculated';
  if (properties?.readOnly) return 'field.givenBySender';
  return required ? 'field.required' : 'field.optional';
}

/** The accessible name of a box contains its visible text (WCAG 2.5.3). */
function filledWith(field: FieldView, entries: Entries): string {
  if (isPicture(field.type)) return t('field.filled');
  if (field.type !== 'signature' && field.type !== 'initial')
    return t('field.filledWith', { text: valueText(field, entries) });
  const adoptedMark = adopted(field.type === 'initial' ? entries.initials : entries.signature);
  return adoptedMark?.kind === 'text' ? t('field.filledWith', { text: adoptedMark.text }) : t('field.filled');
}

function Content({ field, entries, scale }: Pick<Props, 'field' | 'entries' | 'scale'>) {
  const box = { width: field.width * scale, height: field.height * scale };
  switch (field.type) {
    case 'signature':
      return <Signature field={field} entries={entries} scale={scale} />;
    case 'initial':
      return <MarkInBox mark={entries.initials} label={fieldLabel(field)} box={box} entries={entries} />;
    case 'checkbox':
      return entries.values[field.id] === true ? <Icon name="check" /> : null;
    case 'radio':
      return entries.values[field.id] === true ? <span className="field-dot" /> : null;
    case 'image':
    case 'stamp': {
      const entry = String(entries.values[field.id] ?? '');
      const url = entry && entries.pictureUrl?.(field.id, pictureHash(entry));
      return url ? <img src={url} alt="" /> : <Fitted text={fieldLabel(field)} box={box} hint />;
    }
    default: {
      const text = valueText(field, entries);
      if (text === '') return <Fitted text={fieldLabel(field)} box={box} hint />;
      const { width, height } = field;
      return (
        <Printed
          text={text}
          width={width}
          height={height}
          look={field.properties}
          formats={entries.formats ?? null}
          cells={field.properties?.comb}
        >
          <Fitted text={text} box={box} />
        </Printed>
      );
    }
  }
}

type Box = { width: number; height: number };

/** The drawn or typed signature, with the printed details below it. */
function Signature({ field, entries, scale }: Pick<Props, 'field' | 'entries' | 'scale'>) {
  const { width, height } = markSize(field, entries.formats);
  const box = { width: width * scale, height: height * scale };
  const mark = <MarkInBox mark={entries.signature} label={fieldLabel(field)} box={box} entries={entries} />;
  const [text, ...shorter] = entries.signatureLines ?? [];
  const line = lineBox(field, entries.formats);
  if (!line || text === undefined) return mark;
  return (
    <span className="field-lined">
      <span style={{ height: box.height }}>{mark}</span>
      <Printed text={text} shorter={shorter} look={{ size: LINE_SIZE }} width={width} height={line.height}>
        {null}
      </Printed>
    </span>
  );
}

function MarkInBox({ mark, label, box, entries }: { mark: Mark; label: string; box: Box; entries: Entries }) {
  const adoptedMark = adopted(mark);
  if (!adoptedMark) return <Fitted text={label} box={box} hint />;
  if (adoptedMark.kind === 'picture') return <img src={adoptedMark.dataUrl} alt="" />;
  const fontSize = Math.min(box.height * 0.76, (box.width * 2) / [...adoptedMark.text].length);
  return (
    <span className="field-hand" style={{ fontSize, fontFamily: familyOf(entries.typeface) }}>
      {adoptedMark.text}
    </span>
  );
}

/**
 * The largest text that the box allows, assuming that a letter's width is at most six tenths of its height.
 */
function Fitted({ text, box, hint = false }: { text: string; box: Box; hint?: boolean }) {
  const most = hint ? 13 : box.height * 0.62;
  const fontSize = Math.min(most, box.height * 0.7, (box.width * 1.6) / Math.max(1, [...text].length));
  return (
    <span className={hint ? 'field-hint' : 'field-text'} style={{ fontSize }}>
      {text}
    </span>
  );
}
