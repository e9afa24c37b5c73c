import { blankToEmpty } from '../language/visible.ts';

/** Removes control characters except line breaks, and characters that reverse the text direction (S-17). */
export function cleanMessage(message: string): string {
  const text = message
    .normalize('NFC')
    .replaceAll('\r\n', '\n')
    .replaceAll(/[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069]/gu, '')
    .trim();
  return blankToEmpty(text);
}
