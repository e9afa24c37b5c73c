/**
 * Returns the distinct options named in a text, in list order. They are separated by line breaks, or by `|` as
 * in anchors and CSV files. Text that is not an option comes last, unchanged.
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

/** Maximum characters of a value in a signer's request. */
export const MAX_CHOSEN_LENGTH = 4000;

/** Returns the value for the selected options, printed with one per line. */
export function joinChosen(chosen: readonly string[]): string {
  return chosen.join('\n');
}

/** Splits a value into its options. */
export function splitChosen(value: string): string[] {
  return value === '' ? [] : value.split('\n');
}

/** Returns the longest value that a multiple choice can have. */
export function mostChosen({ choices = [], atMost }: { choices?: string[]; atMost?: number }): string {
  return joinChosen(choices.toSorted((one, other) => other.length - one.length).slice(0, atMost));
}

/**
 * Returns texts that are at least as large as any value of a multiple choice. If the number of selected options
 * is limited, each option is repeated that many times, because the widest ones depend on the font.
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
