import { longestProperty, mostChoices } from '#core/field/properties.ts';

/** The text of the box: as it was typed while that is what the field holds, which a step back changes. */
export function shownChoices(typed: string | null, choices: readonly string[]): string {
  const held = choices.join('\n');
  return typed !== null && choicesOf(typed).join('\n') === held ? typed : held;
}

/** The choices of a text: one a line. */
export function choicesOf(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim().slice(0, longestProperty.choice));
  return [...new Set(lines.filter((line) => line !== ''))].slice(0, mostChoices);
}
