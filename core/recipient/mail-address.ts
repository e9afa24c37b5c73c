import { labelToAscii } from '../language/punycode.ts';
import { isMailAddress } from './address.ts';

/**
 * Returns the one spelling in which an address is stored, compared and emailed; undefined if `isMailAddress` refuses it.
 * Without surrounding spaces, in NFC, and with an ASCII domain (RFC 5891), so that 'müller.de' and 'xn--mller-kva.de' are
 * one mailbox. ASCII letters keep their case, and comparisons ignore it. Other letters of the local part become lower
 * case, because databases differ in how they compare them.
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
  // RFC 1035 §2.3.4
  return address.length <= 254 && labels.every(({ length }) => length <= 63) ? address : undefined;
}

/** The same spelling for texts that are compared or looked up and may not be addresses. */
export function spellingOf(text: string): string {
  return mailAddress(text) ?? text.trim().normalize('NFC');
}
