import { labelToAscii } from '../language/punycode.ts';
import { isMailAddress } from './address.ts';

/**
 * Returns the canonical form in which an address is stored, compared and emailed, or undefined if
 * `isMailAddress` refuses it. It has no surrounding spaces, is in NFC, and has an ASCII domain (RFC 5891), so
 * that 'müller.de' and 'xn--mller-kva.de' are the same mailbox. ASCII letters keep their case, which comparisons
 * ignore. Other letters of the local part become lowercase, because databases compare them differently.
 */
export function mailAddress(text: string): string | undefined {
  const plain = text.trim().normalize('NFC');
  if (!isMailAddress(plain)) return undefined;
  const at = plain.lastIndexOf('@');
  const local = plain.slice(0, at).replaceAll(/[^ -~]/gu, (letter) => letter.toLowerCase());
  const labels = plain
    .slice(at + 1)
    .split('.')
    .map((label) => (/^[ -~]*$/.test(label) ? label : labelToAscii(label)));
  const address = `${local}@${labels.join('.')}`;
  // Limits of RFC 1035 §2.3.4.
  return address.length <= 254 && labels.every(({ length }) => length <= 63) ? address : undefined;
}

/** Returns the same canonical form for texts that are compared or searched and may not be addresses. */
export function spellingOf(text: string): string {
  return mailAddress(text) ?? text.trim().normalize('NFC');
}
