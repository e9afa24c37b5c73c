import { ByteWriter } from './byte-writer.ts';
import { latin1Text, PdfDict, PdfName, PdfRef, PdfStream, PdfString } from './objects.ts';
import type { PdfObject } from './objects.ts';

/** Serializes one direct object (§7.3). A stream includes `stream … endstream` and its actual /Length. */
export function serialise(object: PdfObject): Uint8Array {
  const out = new ByteWriter();
  writeObject(out, object);
  return out.take();
}

/** Appends `num gen obj … endobj` and a line break to `out`. Returns the offset at which it begins. */
export function writeIndirectObject(out: ByteWriter, num: number, gen: number, object: PdfObject): number {
  const offset = out.length;
  out.text(`${num} ${gen} obj\n`);
  writeObject(out, object);
  out.text('\nendobj\n');
  return offset;
}

export function writeObject(out: ByteWriter, object: PdfObject): void {
  if (object instanceof PdfStream) {
    const written = new PdfDict(object.dict).set('Length', object.bytes.length);
    writeObject(out, written);
    out.text('\nstream\n').bytes(object.bytes).text('\nendstream');
  } else if (object instanceof PdfDict) {
    out.text('<<');
    for (const [key, value] of object) {
      out.text(nameText(key)).text(' ');
      writeObject(out, value);
    }
    out.text('>>');
  } else if (Array.isArray(object)) {
    out.text('[');
    object.forEach((item, index) => {
      if (index > 0) out.text(' ');
      writeObject(out, item);
    });
    out.text(']');
  } else {
    out.text(scalarText(object));
  }
}

/** Formats a number without an exponent, which PDF does not support (§7.3.3). */
export function numberText(value: number): string {
  if (!Number.isFinite(value)) throw new RangeError(`not a PDF number: ${value}`);
  const text = String(value);
  if (!text.includes('e')) return text;
  if (Math.abs(value) >= 1) return BigInt(Math.round(value)).toString();
  const fixed = value.toFixed(20).replace(/0+$/, '');
  return /^-?0\.$/.test(fixed) ? '0' : fixed;
}

function scalarText(object: null | boolean | number | PdfName | PdfString | PdfRef): string {
  if (typeof object === 'number') return numberText(object);
  if (object instanceof PdfName) return nameText(object.value);
  if (object instanceof PdfRef) return `${object.num} ${object.gen} R`;
  if (object instanceof PdfString) return stringText(object);
  return String(object);
}

export const nameText = (value: string): string =>
  '/' +
  value.replace(
    /[^\x21-\x7e]|[#()<>[\]{}/%]/g,
    (char) => '#' + char.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase(),
  );

function stringText(string: PdfString): string {
  if (string.hex) return `<${Buffer.from(string.bytes).toString('hex').toUpperCase()}>`;
  const escaped = latin1Text(string.bytes).replace(/[\\()\r\n]/g, (char) => {
    if (char === '\r') return '\\r';
    return char === '\n' ? '\\n' : `\\${char}`;
  });
  return `(${escaped})`;
}
