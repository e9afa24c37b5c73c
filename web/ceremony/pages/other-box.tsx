import type { CSSProperties } from 'react';
import type { CeremonyAnswer } from '#contract/signing/ceremony.ts';
import type { PageSize } from '#contract/documents/documents.ts';
import { isTickType } from '#core/field/field.ts';
import { Icon } from '../../kit/icon.tsx';
import { LINE_HEIGHT, LINE_SIZE } from '#core/field/signature-line.ts';
import { Printed } from '../entries/printed.tsx';
import { familyOf } from '../entries/typed-mark.tsx';
import { t } from '../words.ts';

export type OtherField = CeremonyAnswer['others'][number];

type Props = { others: readonly OtherField[]; page: number; size: PageSize };

/**
 * Shows the fields of all other recipients on one page, subdued and not interactive. Positions are relative
 * to the page, so that server-rendered HTML can show them before anything is measured.
 */
export function OtherBoxes({ others, page, size }: Props) {
  return others
    .filter((field) => field.page === page)
    .map((field) => <OtherBox key={field.id} field={field} size={size} />);
}

function OtherBox({ field, size }: { field: OtherField; size: PageSize }) {
  const part = (length: number, whole: number) => `${(length / whole) * 100}%`;
  const style = {
    left: part(field.x, size.width),
    top: part(field.y, size.height),
    width: part(field.width, size.width),
    height: part(field.height, size.height),
  };
  const name = nameOf(field);
  return (
    <div
      className="other"
      data-state={field.state}
      data-kind={field.type}
      style={style}
      role="img"
      aria-label={name}
      title={name}
    >
      <Held field={field} />
    </div>
  );
}

function Held({ field }: { field: OtherField }) {
  const { width, height, lines } = field;
  const [text, ...shorter] = lines;
  if (text === undefined) return <Mark field={field} />;
  const share = `${(LINE_HEIGHT / height) * 100}%`;
  return (
    <>
      <span className="other-lined" style={{ bottom: share }}>
        <Mark field={field} />
      </span>
      <span className="other-lined" style={{ top: `calc(100% - ${share})` }}>
        <Printed text={text} shorter={shorter} look={{ size: LINE_SIZE }} width={width} height={LINE_HEIGHT}>
          {null}
        </Printed>
      </span>
    </>
  );
}

function Mark({ field }: { field: OtherField }) {
  const { type, state, value, typeface, pictureUrl, cells, look, width, height } = field;
  if (pictureUrl !== null) return <img src={pictureUrl} alt="" />;
  if (type === 'checkbox') return value === 'true' ? <Icon name="check" /> : null;
  if (type === 'radio') return value === 'true' ? <span className="field-dot" /> : null;
  if (state === 'empty')
    return (
      <span className="other-owner">{t('other.label', { owner: ownerOf(field), type: kindOf(field) })}</span>
    );
  const letters = { '--letters': Math.max(1, [...value].length) } as CSSProperties;
  const text = (
    <span
      className="other-text"
      dir="auto"
      style={typeface === null ? letters : { ...letters, fontFamily: familyOf(typeface) }}
    >
      {value}
    </span>
  );
  if (typeface !== null || value === '') return text;
  return (
    <Printed text={value} width={width} height={height} look={look} cells={cells}>
      {text}
    </Printed>
  );
}

const kindOf = ({ type }: OtherField): string => t(type === 'name' ? 'field.name.kind' : `field.${type}`);

const ownerOf = ({ name, role }: OtherField): string => name || (role === null ? '' : t(`role.${role}`));

function nameOf(field: OtherField): string {
  const type = kindOf(field);
  const tick = isTickType(field.type);
  const text = tick ? '' : field.value;
  if (field.role === null) return t('other.ofSender', { type }) + (text && `: ${text}`);
  const whose = field.name
    ? t('other.whose', { name: field.name, role: t(`role.${field.role}`) })
    : ownerOf(field);
  const held = {
    empty: t('other.empty'),
    given: text ? t('other.given', { text }) : t('field.givenBySender'),
    signed: text
      ? t('other.signed', { text })
      : t(tick && field.value !== 'true' ? 'other.signedEmpty' : 'other.signedMark'),
  }[field.state];
  return t('other.name', { type, whose, held });
}
