import { blankToEmpty } from '../language/visible.ts';
import { anyDash, asciiDigits } from './read-number.ts';
import type { TextFormat } from './text-format.ts';

/** Pasted text as it is stored: one kind of line break, no tab, composed, and empty when nothing is visible. */
export function plainText(typed: string): string {
  const text = typed
    .replaceAll('\r\n', '\n')
    .replaceAll(/[\u2028\u2029]/g, '\n')
    .replaceAll(/[\t\r]/g, ' ')
    .trim()
    .normalize('NFC');
  return blankToEmpty(text);
}

/** Full-width forms of ASCII as ASCII, other digits as 0 to 9, one kind of space and dash, nothing invisible. */
function plainSigns(text: string): string {
  return asciiDigits(text)
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/\p{Zs}/gu, ' ')
    .replaceAll(anyDash, '-')
    .replaceAll(/[\u3002\uff61]/g, '.')
    .replaceAll(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .trim();
}

/** An email address without what a keyboard or a web page added to it. */
export function plainEmail(typed: string): string {
  return plainSigns(plainText(typed));
}

/** A text of a format as it is stored and printed. `room` is the most characters that its field takes. */
export function plainFormat(typed: string, format: TextFormat, mask: string, room: number): string {
  const text = plainText(typed);
  switch (format) {
    case 'any':
      return text;
    case 'letters':
      return text.replaceAll(/\p{Zs}/gu, ' ').replaceAll(anyDash, '-');
    case 'digits':
    case 'letters-digits':
      return plainSigns(text);
    case 'phone':
      return plainSigns(text).replaceAll(/ {2,}/g, ' ');
    case 'iban':
      return plainIban(plainSigns(text), room);
    case 'mask':
      return plainMask(text, mask);
  }
}

/** In groups of four, as ISO 13616 prints it, where the field has room for the spaces. */
function plainIban(text: string, room: number): string {
  const plain = text.replaceAll(/[ .-]/g, '').toUpperCase();
  const groups = plain.replaceAll(/.{4}(?=.)/g, '$& ');
  return groups.length <= room ? groups : plain;
}

/** Each character in the spelling of its place: where the mask has a dash, any dash is that dash. */
function plainMask(text: string, mask: string): string {
  const places = [...mask.trim()];
  const signs = [...text.replaceAll(/\p{Cf}/gu, '').trim()];
  const plain = signs.map((sign, at) => {
    const place = places[at] ?? '*';
    return sign !== place && plainSigns(`x${sign}x`) === plainSigns(`x${place}x`)
      ? place
      : inPlace(sign, place);
  });
  return plain.join('');
}

function inPlace(sign: string, place: string): string {
  return '9A*'.includes(place) ? plainSigns(sign) || sign : sign;
}
