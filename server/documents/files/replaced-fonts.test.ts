import { expect, test } from 'vitest';
import type { WantedFont } from '../../ports/docx-converter.ts';
import { replacedFonts } from './replaced-fonts.ts';

/** Returns a file that names these fonts as LibreOffice does in its output. */
const fileWith = (...names: string[]): Uint8Array =>
  Buffer.from(
    names.map((name) => `<</Type/FontDescriptor/FontName/BAAAAA+${name}\n/Flags 4>>`).join('\nendobj\n'),
  );

const font = (name: string, standIn?: string, printed = true) => ({
  name,
  printed,
  ...(standIn === undefined ? {} : { standIn }),
});

test.each<[string, WantedFont[], string[], string[]]>([
  ['the requested fonts', [font('Noto Sans')], ['NotoSans-Bold', 'NotoSans-Regular'], []],
  [
    'fonts with the same widths',
    [font('ArialMT', 'Liberation Sans'), font('Calibri', 'Carlito')],
    ['LiberationSans-Bold', 'Carlito'],
    [],
  ],
  ['a different font', [font('Calibri', 'Carlito')], ['NotoSans-Regular', 'NotoSans-SemiBold'], ['NotoSans']],
  [
    'a replacement that another font in the file also uses',
    [font('Aptos', 'Liberation Sans'), font('Arial', 'Liberation Sans')],
    ['LiberationSans'],
    ['Aptos → Liberation Sans'],
  ],
  [
    'a font in an unused style',
    [font('Arial'), font('Aptos', 'Liberation Sans', false)],
    ['LiberationSans'],
    [],
  ],
  ['the bullets of a list', [font('Symbol')], ['OpenSymbol'], []],
  ['a name with a space', [font('DejaVu Sans')], ['DejaVu#20Sans'], []],
])('a converted document with %s', (_, wanted, has, expected) => {
  expect(replacedFonts(wanted, fileWith(...has))).toEqual(expected);
});
