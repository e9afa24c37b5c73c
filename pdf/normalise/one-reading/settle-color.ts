import { PdfDict, type PdfObject } from '../../objects/objects.ts';
import type { SourceFile } from '../source/source-file.ts';

/** Keys for the colors of lines and areas (§12.5.2 and table 177). */
const colors = ['C', 'IC'];

/**
 * Returns the annotation with color values between 0 and 1. Some programs write values from 0 to 255, which
 * PDFium shows as white and Poppler as black, so a mark could be invisible. Returns undefined if the colors are
 * valid.
 */
export function settleColor(file: SourceFile, annotation: PdfDict): PdfDict | undefined {
  const settled = new PdfDict(annotation);
  for (const key of colors) {
    const parts = file.resolve(annotation.get(key));
    const numbers = Array.isArray(parts) ? parts.map(file.resolve) : [];
    if (!numbers.some((part) => typeof part === 'number' && (part > 1 || part < 0))) continue;
    const scale = numbers.some((part) => typeof part === 'number' && part > 1) ? 255 : 1;
    settled.set(
      key,
      numbers.map((part): PdfObject => (typeof part === 'number' ? inRange(part / scale) : part)),
    );
    annotation = settled;
  }
  return annotation === settled ? settled : undefined;
}

const inRange = (part: number): number => Math.min(1, Math.max(0, part));
