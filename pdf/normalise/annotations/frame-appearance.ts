import { dict, name, PdfStream, type PdfDict } from '../../objects/objects.ts';
import { numberText } from '../../objects/serialise.ts';
import { readBox } from '../source/page-geometry.ts';
import type { SourceFile } from '../source/source-file.ts';

/** Operators that set a color, by its number of components, for strokes and for fills. */
const operators: Readonly<Record<number, readonly [line: string, area: string]>> = {
  1: ['G', 'g'],
  3: ['RG', 'rg'],
  4: ['K', 'k'],
};

/**
 * Returns the frame and background from a button's /MK (table 192). Viewers draw them if the button has no
 * appearance for its state. Returns undefined if there are none.
 */
export function frameAppearance(file: SourceFile, widget: PdfDict): PdfStream | undefined {
  const rect = readBox(widget.get('Rect'), file.resolve);
  const looks = file.dictAt(widget, 'MK');
  const [line, area] = [colorOperator(file, looks, 'BC', 0), colorOperator(file, looks, 'BG', 1)];
  if (rect === undefined || (line ?? area) === undefined) return undefined;
  const [width, height] = [rect[2] - rect[0], rect[3] - rect[1]];
  const given = file.resolve(file.dictAt(widget, 'BS')?.get('W'));
  const thickness = typeof given === 'number' && given > 0 ? given : 1;
  const box = [thickness / 2, thickness / 2, width - thickness, height - thickness].map(numberText).join(' ');
  const content = [
    area && `${area} 0 0 ${numberText(width)} ${numberText(height)} re f`,
    line && `${line} ${numberText(thickness)} w ${box} re S`,
  ];
  return new PdfStream(
    dict({ Type: name('XObject'), Subtype: name('Form'), BBox: [0, 0, width, height] }),
    Buffer.from(content.filter(Boolean).join('\n'), 'latin1'),
  );
}

/** Returns the operator that sets the border or background color from /MK, for strokes (0) or fills (1). */
export function colorOperator(
  file: SourceFile,
  looks: PdfDict | undefined,
  key: string,
  use: 0 | 1,
): string | undefined {
  const given = file.resolve(looks?.get(key));
  const parts = Array.isArray(given) ? given.map(file.resolve) : [];
  const operator = operators[parts.length]?.[use];
  if (operator === undefined || !parts.every((part) => typeof part === 'number')) return undefined;
  return `${parts.map(numberText).join(' ')} ${operator}`;
}
