import type { Field } from './field.ts';
import { clockIn, printDay } from '../formats/day.ts';
import type { DocumentFormats, PrintFormats } from '../formats/formats.ts';

/** Height of the line below a signature in points, inside the field's box, and its font size. */
export const LINE_HEIGHT = 7;
export const LINE_SIZE = 5.5;

/** Minimum height of a box with a line, in points. */
const LOWEST_BOX = 20;

type Box = Pick<Field, 'type' | 'width' | 'height'>;

/** Returns true if a line is printed below the signature in this box. */
function isLined({ type, height }: Pick<Field, 'type' | 'height'>, formats: PrintFormats): boolean {
  return formats?.signatureLine === true && type === 'signature' && height >= LOWEST_BOX;
}

/** Returns the size in points of a signature or initials, which are drawn at the top of the box. */
export function markSize<B extends Box>(box: B, formats: PrintFormats): { width: number; height: number } {
  const { width, height } = box;
  return { width, height: isLined(box, formats) ? height - LINE_HEIGHT : height };
}

/** Returns the box of the line below a signature in points, or undefined if there is no line. */
export function lineBox<B extends Box & Pick<Field, 'y'>>(box: B, formats: PrintFormats): B | undefined {
  if (!isLined(box, formats)) return undefined;
  return { ...box, y: box.y + box.height - LINE_HEIGHT, height: LINE_HEIGHT };
}

/**
 * Returns the possible texts of the line below a signature, longest first: name, local time with UTC offset, and
 * the first digits of the document's id. The first one that fits is printed.
 *
 * @param at the time of signing (ms UTC), or the day on which the recipient would sign
 */
export function signatureLines(
  who: { name: string; email: string },
  at: number | { day: string },
  { id, formats }: { id: string; formats?: DocumentFormats | null },
): string[] {
  if (!formats?.signatureLine) return [];
  const { timeZone, dateFormat } = formats;
  const clock = typeof at === 'number' ? clockIn(at, timeZone) : `${at.day}T--:--`;
  const day = printDay(clock.slice(0, 10), dateFormat);
  const offset = typeof at === 'number' ? ` ${offsetOf(clock, at)}` : '';
  const time = `${day} ${clock.slice(11, 16)}${offset}`;
  const number = id.slice(0, 8);
  return [[who.name || who.email, time, number], [time, number], [number]].map((parts) => parts.join(' · '));
}

/** Returns a UTC offset such as `+13:00`, or 'UTC'. */
function offsetOf(clock: string, at: number): string {
  const minutes = Math.round((Date.parse(`${clock}Z`) - at) / 60_000);
  if (minutes === 0) return 'UTC';
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`;
}
