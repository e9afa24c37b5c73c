import { blankToEmpty } from '../../language/visible.ts';
import { internationalPhone } from './phone.ts';
import { anyHyphen, asciiDigits } from './read-number.ts';
import type { TextFormat } from '../text-format.ts';

/** Normalizes pasted text for storage: uniform line breaks, no tabs, NFC, and empty if nothing is visible. */
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
 * Converts full-width forms and other digits to ASCII, unifies spaces and dashes, and removes invisible
 * characters.
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

/** Removes characters that a keyboard or a web page added to an email address. */
export function plainEmail(typed: string): string {
  return plainSigns(plainText(typed));
}

/** Returns an international phone number in the standard format. Any other text is returned unchanged. */
export function plainPhone(typed: string): string {
  const text = plainText(typed);
  return internationalPhone(plainSigns(text)) ?? text;
}

/**
 * Returns a text in stored and printed form according to its format. `room` is the maximum number of characters
 * in the field.
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

/** Groups an IBAN by four as printed in ISO 13616, if the field has room for the spaces. */
function plainIban(text: string, room: number): string {
  const plain = text.replaceAll(/[ .-]/g, '').toUpperCase();
  const groups = plain.replaceAll(/.{4}(?=.)/g, '$& ');
  return groups.length <= room ? groups : plain;
}

/**
 * Replaces characters by those in the mask. For example, where the mask has a dash, any kind of dash is replaced
 * by it.
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
