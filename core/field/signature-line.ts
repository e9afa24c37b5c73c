import type { Field } from './field.ts';
import { clockIn, printDay } from '../formats/day.ts';
import type { DocumentFormats, PrintFormats } from '../formats/formats.ts';

/** Height of the line under a signature, inside the field's box (points), and its font size. */
export const LINE_HEIGHT = 7;
export const LINE_SIZE = 5.5;

/** A lower box has no room for a line. */
const LOWEST_BOX = 20;

type Box = Pick<Field, 'type' | 'width' | 'height'>;

/** Returns true if a line is printed under the signature in this box. */
function isLined({ type, height }: Pick<Field, 'type' | 'height'>, formats: PrintFormats): boolean {
  return formats?.signatureLine === true && type === 'signature' && height >= LOWEST_BOX;
}

/** Returns the size in points of a drawn signature or drawn initials, which are at the top of their box. */
export function markSize<B extends Box>(box: B, formats: PrintFormats): { width: number; height: number } {
  const { width, height } = box;
  return { width, height: isLined(box, formats) ? height - LINE_HEIGHT : height };
}

/** Returns the place of the line under a signature; undefined if the box has none. In points. */
export function lineBox<B extends Box & Pick<Field, 'y'>>(box: B, formats: PrintFormats): B | undefined {
  if (!isLined(box, formats)) return undefined;
  return { ...box, y: box.y + box.height - LINE_HEIGHT, height: LINE_HEIGHT };
}

/**
 * Returns the texts of the line under a signature, longest first: name, local time with its offset from UTC,
 * and the first digits of the document's id. The first that fits is printed.
 *
 * @param at the time of signing (ms UTC), or the day on which the recipient would sign now
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

/** `+13:00`; 'UTC' for a clock that shows it. */
function offsetOf(clock: string, at: number): string {
  const minutes = Math.round((Date.parse(`${clock}Z`) - at) / 60_000);
  if (minutes === 0) return 'UTC';
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`;
}
