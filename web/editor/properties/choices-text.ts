import { MAX_PROPERTY_LENGTH, MAX_CHOICES } from '#core/field/properties.ts';

/**
 * Returns the typed text while it matches the field's choices, and otherwise the choices, which an undo may
 * have changed.
 */
export function shownChoices(typed: string | null, choices: readonly string[]): string {
  const saved = choices.join('\n');
  return typed !== null && choicesOf(typed).join('\n') === saved ? typed : saved;
}

/** Returns the choices of a text, one per line. */
export function choicesOf(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim().slice(0, MAX_PROPERTY_LENGTH.choice));
  return [...new Set(lines.filter((line) => line !== ''))].slice(0, MAX_CHOICES);
}
