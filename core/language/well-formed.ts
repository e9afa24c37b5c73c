/**
 * Replaces each lone surrogate with U+FFFD. `String.prototype.toWellFormed` is missing in Firefox before 119.
 */
export function wellFormed(text: string): string {
  return text.replaceAll(/\p{Surrogate}/gu, '\ufffd');
}
