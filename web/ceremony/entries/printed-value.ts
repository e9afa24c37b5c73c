import './printed-value.css';
import { lookOf } from '#core/formats/look.ts';
import { fitsOnLine, printedLines, type Measure, type PrintedText } from './printed-lines.ts';

const family = "'Noto Sans', 'Printed Arabic', sans-serif";

/** The colors of server/evidence/certificate/stamp-fields.ts. */
const fills = { ink: 'rgb(15 20 51)', black: '#000', blue: 'rgb(20 51 166)' };

/** Draws a text in its box, with the sizes, line breaks and positions of the sealed file. */
export async function drawValue(value: PrintedText): Promise<SVGElement> {
  const { shorter, width, height, look: own, formats, cells } = value;
  const look = formats === undefined ? (own ?? {}) : lookOf({ properties: own }, formats);
  const weight = look.weight === 'bold' ? 600 : 400;
  // If the font cannot be loaded, the text is measured in a fallback typeface.
  await document.fonts.load(`${weight} 16px ${family}`, value.text).catch(() => undefined);
  const measure = measureWith(`${weight} 1000px ${family}`);
  const text = shorter
    ? ([value.text, ...shorter].find((one) => fitsOnLine(one, { width, height }, look, measure)) ?? '')
    : value.text;
  const parts = cells
    ? [...text].map((letter, at) => ({ text: letter.trim(), left: (at * width) / cells }))
    : [{ text, left: 0 }];
  const box = { width: width / (cells ?? 1), height };
  const picture = element('svg', {
    class: 'printed',
    viewBox: `0 0 ${width} ${height}`,
    'font-weight': weight,
  });
  for (let at = 1; at < (cells ?? 1); at++) {
    const x = at * box.width;
    picture.append(element('line', { class: 'printed-cells', x1: x, x2: x, y2: height }));
  }
  for (const { text: part, left } of parts) {
    for (const line of printedLines(part, box, { ...look, align: cells ? 'center' : look.align }, measure)) {
      const shown = element('text', {
        x: left + line.x,
        y: height - line.y,
        'font-size': line.size,
        fill: fills[look.color ?? 'ink'],
        direction: line.rightToLeft ? 'rtl' : 'ltr',
        // `place` is the left end of the line in both directions.
        'text-anchor': line.rightToLeft ? 'end' : 'start',
      });
      shown.textContent = line.text;
      picture.append(shown);
    }
  }
  return picture;
}

function element(name: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const created = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) created.setAttribute(key, String(value));
  return created;
}

const measures = new Map<string, Measure>();

function measureWith(font: string): Measure {
  const kept = measures.get(font);
  if (kept) return kept;
  const context = document.createElement('canvas').getContext('2d')!;
  context.font = font;
  const measure: Measure = (text) => {
    const measured = context.measureText(text);
    const ink = {
      left: -measured.actualBoundingBoxLeft,
      right: measured.actualBoundingBoxRight,
      top: measured.actualBoundingBoxAscent,
      bottom: -measured.actualBoundingBoxDescent,
    };
    return { width: measured.width, ink };
  };
  measures.set(font, measure);
  return measure;
}
