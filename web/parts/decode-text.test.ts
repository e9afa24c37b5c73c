import { expect, test } from 'vitest';
import { decodeText } from './decode-text.ts';

test.each([
  ['UTF-8', Buffer.from('Zoë;Łódź')],
  ['UTF-8 with a byte order mark', Buffer.from('\ufeffZoë;Łódź')],
  ['UTF-16, as Excel saves Unicode text', Buffer.from('\ufeffZoë;Łódź', 'utf16le')],
  ['big-endian UTF-16', Buffer.from('\ufeffZoë;Łódź', 'utf16le').swap16()],
])('reads a file in %s', (_, bytes) => {
  expect(decodeText(bytes)).toBe('Zoë;Łódź');
});

test('reads a file that an old spreadsheet program saved in the Windows encoding', () => {
  expect(decodeText(Buffer.from('Zoë – Håkan €'.replace('–', '\x96').replace('€', '\x80'), 'latin1'))).toBe(
    'Zoë – Håkan €',
  );
});
