import { expect, test } from 'vitest';
import { replacedFonts } from './replaced-fonts.ts';

/** As LibreOffice names the fonts of what it writes. */
const fileWith = (...names: string[]): Uint8Array =>
  Buffer.from(
    names.map((name) => `<</Type/FontDescriptor/FontName/BAAAAA+${name}\n/Flags 4>>`).join('\nendobj\n'),
  );

test.each<[string, string[], string[], string[]]>([
  ['the very fonts', ['Noto Sans'], ['NotoSans-Bold', 'NotoSans-Regular'], []],
  ['fonts of the same widths', ['Arial', 'Calibri'], ['LiberationSans-Bold', 'Carlito'], []],
  ['another one', ['Calibri'], ['NotoSans-Regular', 'NotoSans-SemiBold'], ['NotoSans']],
  ['one of the widths of a font that nobody asked for', ['Tahoma'], ['LiberationSans'], ['LiberationSans']],
  ['the bullets of a list', ['Symbol'], ['OpenSymbol'], []],
  ['a name with a blank', ['DejaVu Sans'], ['DejaVu#20Sans'], []],
])('a converted document with %s', (_, wanted, has, told) => {
  expect(replacedFonts(wanted, fileWith(...has))).toEqual(told);
});
