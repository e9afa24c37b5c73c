/** Normalizes a text so that labels can be compared regardless of case and spacing. */
export function fold(text: string): string {
  return text.normalize('NFC').trim().replaceAll(/\s+/g, ' ').toLowerCase();
}
