/**
 * Replaces each half of a surrogate pair by U+FFFD. `String.prototype.toWellFormed` is missing in Firefox before
 * 119.
 */
export function wellFormed(text: string): string {
  return text.replaceAll(/\p{Surrogate}/gu, '\ufffd');
}
