import type { WrappedPdfiumModule } from '@embedpdf/pdfium';
import { dict, latin1Bytes, name, ref, stream, type PdfObject } from '../objects/objects.ts';
import { writePdfFile } from '../objects/write-file.ts';
import { renderFirstPage } from './pdfium.ts';

/** Size of a square in points, and squares per row. */
const SQUARE = 4;
const ROW = 32;

/** A color space that refers only to these objects, which are numbered from 10. */
export type SpaceToMeasure = { space: PdfObject; objects: ReadonlyMap<number, PdfObject> };

/**
 * Returns the colors (red, green and blue from 0 to 255) that PDFium draws for these values in a color space.
 */
export function measureColors(
  pdfium: WrappedPdfiumModule,
  { space, objects }: SpaceToMeasure,
  values: readonly (readonly number[])[],
): [number, number, number][] | undefined {
  const rows = Math.ceil(values.length / ROW);
  const squares = values.map((value, at) => {
    const [x, y] = [(at % ROW) * SQUARE, Math.floor(at / ROW) * SQUARE];
    return `${value.map((one) => one.toFixed(5)).join(' ')} scn ${x} ${y} ${SQUARE} ${SQUARE} re f`;
  });
  const file = new Map<number, PdfObject>([
    ...objects,
    [1, dict({ Type: name('Catalog'), Pages: ref(2) })],
    [2, dict({ Type: name('Pages'), Kids: [ref(3)], Count: 1 })],
    [
      3,
      dict({
        Type: name('Page'),
        Parent: ref(2),
        MediaBox: [0, 0, ROW * SQUARE, rows * SQUARE],
        Resources: dict({ ColorSpace: dict({ C: space }) }),
        Contents: ref(4),
      }),
    ],
    [4, stream({}, latin1Bytes(`/C cs\n${squares.join('\n')}`))],
  ]);
  const image = renderFirstPage(pdfium, writePdfFile(file, dict({ Root: ref(1) })));
  if (image === undefined) return undefined;
  return values.map((_, at) => {
    const x = (at % ROW) * SQUARE + SQUARE / 2;
    const y = image.height - 1 - (Math.floor(at / ROW) * SQUARE + SQUARE / 2);
    const pixel = (y * image.width + x) * 4;
    return [image.rgba[pixel]!, image.rgba[pixel + 1]!, image.rgba[pixel + 2]!];
  });
}
