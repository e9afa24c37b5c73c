import './printed-value.css';
import { memo, useEffect, useState } from 'react';
import { lookOf, type ValueLook } from '#core/formats/look.ts';
import { fitsOnLine, printedLines, type Measure, type PrintedProps } from './printed-lines.ts';

const family = "'Noto Sans', 'Printed Arabic', sans-serif";
const weightOf = ({ weight }: ValueLook): number => (weight === 'bold' ? 600 : 400);

/** The colors of server/evidence/certificate/stamp-fields.ts. */
const fills = { ink: 'rgb(15 20 51)', black: '#000', blue: 'rgb(20 51 166)' };

/** A text in its box, with the sizes, line breaks and positions of the sealed file. */
export const PrintedValue = memo(Value, (one, other) => keyOf(one) === keyOf(other));

const keyOf = ({ text, shorter, width, height, look, formats, cells }: PrintedProps) =>
  JSON.stringify([text, shorter, width, height, look, formats?.look, cells]);

function Value({ text: full, shorter, width, height, look: own, formats, cells, children }: PrintedProps) {
  const look = formats === undefined ? (own ?? {}) : lookOf({ properties: own }, formats);
  const weight = weightOf(look);
  if (!useTypeface(full, weight)) return children;
  const measure = measureWith(`${weight} 1000px ${family}`);
  const text = shorter
    ? ([full, ...shorter].find((one) => fitsOnLine(one, { width, height }, look, measure)) ?? '')
    : full;
  const parts = cells
    ? [...text].map((letter, at) => ({ text: letter.trim(), left: (at * width) / cells }))
    : [{ text, left: 0 }];
  const box = { width: width / (cells ?? 1), height };
  const align = cells ? 'center' : look.align;
  return (
    <svg className="printed" viewBox={`0 0 ${width} ${height}`} aria-hidden="true" fontWeight={weight}>
      {Array.from({ length: (cells ?? 1) - 1 }, (_, at) => {
        const x = (at + 1) * box.width;
        return <line key={at} className="printed-cells" x1={x} x2={x} y2={height} />;
      })}
      {parts.flatMap(({ text: part, left }, at) =>
        printedLines(part, box, { ...look, align }, measure).map((line, index) => (
          <text
            key={`${at} ${index}`}
            x={left + line.x}
            y={height - line.y}
            fontSize={line.size}
            fill={fills[look.color ?? 'ink']}
            direction={line.rightToLeft ? 'rtl' : 'ltr'}
            // The place is the left end of the line in both directions.
            textAnchor={line.rightToLeft ? 'end' : 'start'}
          >
            {line.text}
          </text>
        )),
      )}
    </svg>
  );
}

/** Returns true once the letters of a text can be measured. */
function useTypeface(text: string, weight: number): boolean {
  const [loaded, setLoaded] = useState('');
  const wanted = `${weight} ${text}`;
  const font = `${weight} 16px ${family}`;
  useEffect(() => {
    let gone = false;
    const done = () => {
      if (!gone) setLoaded(wanted);
    };
    void document.fonts.load(font, text).then(done, done);
    return () => {
      gone = true;
    };
  }, [wanted, font, text]);
  return loaded === wanted || document.fonts.check(font, text);
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
