import { minFieldSize, type Field } from '#core/field/field.ts';
import { kindOf } from '#core/field/kinds.ts';
import type { PlacedText } from './size-beside.ts';

/**
 * Height of capital letters, and how far they extend below the middle of the line, as fractions of the font
 * size.
 */
const letters = { height: 0.72, below: 0.36 };
/** The part of the second line that remains visible, in points. */
const visible = 1;

type Band = { top: number; bottom: number };

/**
 * Returns a new signature or initials, in points. The box is reduced in height if it would completely cover
 * two lines of small print.
 */
export function offSecondLine(field: Field, texts: readonly PlacedText[]): Field {
  if (kindOf(field.type).value !== 'mark') return field;
  const bottom = field.y + field.height;
  const lines = bandsAcross(field, texts).filter((band) => band.top >= field.y && band.bottom <= bottom);
  const [first, second] = lines;
  if (!first || !second) return field;
  const smallest = minFieldSize(field.type).height;
  const height = Math.max(smallest, Math.min(field.height, second.bottom - first.top - visible));
  return { ...field, height, y: field.y + (field.height - height) / 2 };
}

/** Returns the vertical range of the letters of each line that the box crosses, from top to bottom. */
function bandsAcross({ x, width }: Field, texts: readonly PlacedText[]): Band[] {
  const bands = texts
    .filter((text) => text.x < x + width && text.x + text.width > x)
    .map(({ y, height, size }): Band => {
      const bottom = y + height / 2 + size * letters.below;
      return { top: bottom - size * letters.height, bottom };
    })
    .toSorted((one, other) => one.bottom - other.bottom);
  const lines: Band[] = [];
  for (const band of bands) {
    const last = lines.at(-1);
    if (last && band.top < (last.top + last.bottom) / 2) {
      last.top = Math.min(last.top, band.top);
      last.bottom = Math.max(last.bottom, band.bottom);
    } else lines.push({ ...band });
  }
  return lines;
}
