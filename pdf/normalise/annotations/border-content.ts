import { isName, PdfString, type PdfDict, type PdfStream } from '../../objects/objects.ts';
import { readTextString } from '../../objects/read-text-string.ts';
import { numberText } from '../../objects/serialise.ts';
import { colorOperator } from './frame-appearance.ts';
import { readBox } from '../source/page-geometry.ts';
import type { SourceFile } from '../source/source-file.ts';

/** Distance of the control points of a quarter circle from its ends, as a fraction of the radius. */
const curve = 0.5523;

/**
 * Returns the border of a field (§12.5.4) if its width is less than one point, because PDFium omits such a
 * border. It is added at the end of the appearance. Returns undefined for other borders, which PDFium draws.
 */
export function borderContent(file: SourceFile, widget: PdfDict, appearance: PdfStream): string | undefined {
  const width = borderWidth(file, widget);
  const color = colorOperator(file, file.dictAt(widget, 'MK'), 'BC', 0);
  const box = readBox(appearance.dict.get('BBox'), file.resolve);
  if (width === undefined || width <= 0 || Number.isInteger(width) || !color || !box) return undefined;
  const inside = [box[0] + width / 2, box[1] + width / 2, box[2] - width / 2, box[3] - width / 2] as const;
  return `q ${color} ${numberText(width)} w ${dashes(file, widget)}${outline(file, widget, inside)} S Q`;
}

/** Returns the width from the border style or the older entry, or undefined for the default of one point. */
function borderWidth(file: SourceFile, widget: PdfDict): number | undefined {
  const style = file.dictAt(widget, 'BS');
  const border = file.resolve(widget.get('Border'));
  const given = file.resolve(style ? style.get('W') : Array.isArray(border) ? border[2] : undefined);
  return typeof given === 'number' ? given : undefined;
}

function dashes(file: SourceFile, widget: PdfDict): string {
  const style = file.dictAt(widget, 'BS');
  if (!isName(file.resolve(style?.get('S')), 'D')) return '';
  const given = file.resolve(style?.get('D'));
  const lengths = Array.isArray(given) ? given.map(file.resolve) : [3];
  const areLengths = lengths.every((length) => typeof length === 'number' && length > 0);
  return areLengths ? `[${lengths.map((length) => numberText(length as number)).join(' ')}] 0 d ` : '';
}

type Box = readonly [left: number, bottom: number, right: number, top: number];

function outline(file: SourceFile, widget: PdfDict, [left, bottom, right, top]: Box): string {
  if (isName(file.resolve(file.dictAt(widget, 'BS')?.get('S')), 'U'))
    return path([[left, bottom], 'm'], [[right, bottom], 'l']);
  if (!isRound(file, widget)) return path([[left, bottom, right - left, top - bottom], 're']);
  const [x, y] = [(left + right) / 2, (bottom + top) / 2];
  const radius = Math.min(right - left, top - bottom) / 2;
  const pull = radius * curve;
  return path(
    [[x + radius, y], 'm'],
    [[x + radius, y + pull, x + pull, y + radius, x, y + radius], 'c'],
    [[x - pull, y + radius, x - radius, y + pull, x - radius, y], 'c'],
    [[x - radius, y - pull, x - pull, y - radius, x, y - radius], 'c'],
    [[x + pull, y - radius, x + radius, y - pull, x + radius, y], 'c'],
  );
}

/** Radio buttons with a circle as their mark have a round border. */
function isRound(file: SourceFile, widget: PdfDict): boolean {
  const mark = file.resolve(file.dictAt(widget, 'MK')?.get('CA'));
  return mark instanceof PdfString && readTextString(mark) === 'l';
}

const path = (...steps: [numbers: number[], operator: string][]): string =>
  steps.map(([numbers, operator]) => `${numbers.map(numberText).join(' ')} ${operator}`).join(' ');
