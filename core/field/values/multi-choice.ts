/**
 * Returns the choices that a text names, each once, in the order of the list. Choices are separated by line
 * breaks, or by `|` as in anchors and CSV files. Anything that is not a choice comes last, as it was typed.
 */
export function chosenIn(text: string, choices: readonly string[]): string[] {
  const known = new Set(choices);
  const parts = text
    .split('\n')
    .map((line) => line.trim())
    .flatMap((line) => (known.has(line) ? [line] : line.split('|').map((part) => part.trim())))
    .filter((part) => part !== '');
  return [...new Set([...[...known].filter((choice) => parts.includes(choice)), ...parts])];
}

/** Characters of a value, as in the body that a signer sends. */
export const MAX_CHOSEN_LENGTH = 4000;

/** Returns the value of a field for the chosen options: one per line, as it is printed. */
export function joinChosen(chosen: readonly string[]): string {
  return chosen.join('\n');
}

/** Returns the options of a value. */
export function splitChosen(value: string): string[] {
  return value === '' ? [] : value.split('\n');
}

/** Returns the longest value that a multiple choice can have. */
export function mostChosen({ choices = [], atMost }: { choices?: string[]; atMost?: number }): string {
  return joinChosen(choices.toSorted((one, other) => other.length - one.length).slice(0, atMost));
}

/**
 * Returns texts at least as large as any value of a multiple choice. If only some options may be chosen, each is
 * repeated as often as that: the widest are not known here.
 */
export function largestChosen({ choices = [], atMost }: { choices?: string[]; atMost?: number }): string[] {
  if (atMost === undefined || atMost >= choices.length) return [joinChosen(choices)];
  return choices.map((choice) => joinChosen(Array<string>(atMost).fill(choice)));
}

/** Returns the value with an option added or removed. */
export function toggleChoice(value: string, choice: string, choices: readonly string[]): string {
  const chosen = chosenIn(value, choices);
  const others = chosen.filter((one) => one !== choice);
  const next = others.length < chosen.length ? others : [...others, choice];
  return joinChosen(chosenIn(joinChosen(next), choices));
}
