/** `#rrggbb`, in small letters. */
export type Colour = `#${string}`;

/** A colour that somebody typed, as it is kept; undefined for anything that is no colour of six digits. */
export function readColour(typed: string): Colour | undefined {
  const plain = typed.trim().toLowerCase().replace(/^#?/, '#');
  return /^#[0-9a-f]{6}$/.test(plain) ? (plain as Colour) : undefined;
}

/** Of text on it, or of it as text (WCAG 2.2, 1.4.3). */
const enoughContrast = 4.5;

/** Where a colour of an account lies: on the paper and behind white words by day, behind dark words by night. */
const day = { words: '#ffffff', ground: '#fbfaf8' } as const;
export const night = { words: '#14161c', ground: '#1c1f27' } as const;

/** From 1 (none) to 21 (black on white), as WCAG 2.2 counts it. */
export function contrast(one: Colour, other: Colour): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** Whether white words on it, and it on our paper, can be read. */
export function isReadable(colour: Colour): boolean {
  return contrast(colour, day.words) >= enoughContrast && contrast(colour, day.ground) >= enoughContrast;
}

/** The nearest darker shade that can be read by day; the colour itself where it can. */
export function readableShade(colour: Colour): Colour {
  return shade(colour, '#000000', isReadable);
}

/** The nearest lighter shade for pages that are dark: dark words on it can be read, and so can it on the dark ground. */
export function nightShade(colour: Colour): Colour {
  return shade(
    colour,
    '#ffffff',
    (found) =>
      contrast(found, night.words) >= enoughContrast && contrast(found, night.ground) >= enoughContrast,
  );
}

/** Mixed with as little of `end` as it takes, in steps of a hundredth. `end` itself always will do. */
function shade(colour: Colour, end: Colour, fits: (colour: Colour) => boolean): Colour {
  const [from, to] = [channels(colour), channels(end)];
  for (let share = 0; share < 100; share += 1) {
    const mixed = from.map((value, at) => Math.round(value + ((to[at]! - value) * share) / 100));
    const found: Colour = `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
    if (fits(found)) return found;
  }
  return end;
}

function channels(colour: Colour): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
}

function luminance(colour: Colour): number {
  const [red, green, blue] = channels(colour).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
