import { blankToEmpty } from '../../language/visible.ts';
import { internationalPhone } from './phone.ts';
import { anyHyphen, asciiDigits } from './read-number.ts';
import type { TextFormat } from '../text-format.ts';

/**
 * Normalizes pasted text for storage: one kind of line break, no tabs, composed (NFC), and empty if nothing
 * is visible.
 */
export function plainText(typed: string): string {
  const text = typed
    .replaceAll('\r\n', '\n')
    .replaceAll(/[\u2028\u2029]/g, '\n')
    .replaceAll(/[\t\r]/g, ' ')
    .trim()
    .normalize('NFC');
  return blankToEmpty(text);
}

/**
 * Converts full-width forms to ASCII, other digits to 0 to 9, spaces and dashes to one kind each, and removes
 * invisible characters.
 */
function plainSigns(text: string): string {
  return asciiDigits(text)
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/\p{Zs}/gu, ' ')
    .replaceAll(anyHyphen, '-')
    .replaceAll(/[\u3002\uff61]/g, '.')
    .replaceAll(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .trim();
}

/** Removes what a keyboard or a web page added to an email address. */
export function plainEmail(typed: string): string {
  return plainSigns(plainText(typed));
}

/** Returns an international phone number in one notation; anything else as it was typed. */
export function plainPhone(typed: string): string {
  const text = plainText(typed);
  return internationalPhone(plainSigns(text)) ?? text;
}

/**
 * Returns a formatted text as it is stored and printed. `room` is the maximum number of characters of the
 * field.
 */
export function plainFormat(typed: string, format: TextFormat, mask: string, room: number): string {
  const text = plainText(typed);
  switch (format) {
    case 'any':
      return text;
    case 'letters':
      return text.replaceAll(/\p{Zs}/gu, ' ').replaceAll(anyHyphen, '-');
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

/** Groups an IBAN by four as printed in ISO 13616, if the field is long enough for the spaces. */
function plainIban(text: string, room: number): string {
  const plain = text.replaceAll(/[ .-]/g, '').toUpperCase();
  const groups = plain.replaceAll(/.{4}(?=.)/g, '$& ');
  return groups.length <= room ? groups : plain;
}

/**
 * Spells each character as its position in the mask requires: where the mask has a dash, any dash becomes
 * that dash.
 */
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
