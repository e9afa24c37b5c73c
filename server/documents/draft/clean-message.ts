import { blankToEmpty } from '#core/language/visible.ts';

/** Keeps line breaks, drops every other control character and what turns the direction of text around (S-17). */
export function cleanMessage(message: string): string {
  const text = message
    .normalize('NFC')
    .replaceAll('\r\n', '\n')
    .replaceAll(/[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069]/gu, '')
    .trim();
  return blankToEmpty(text);
}
