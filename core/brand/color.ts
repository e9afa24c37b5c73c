/** A color as `#rrggbb` in lower case. */
export type Color = `#${string}`;

/** Normalizes a typed color. Returns undefined unless it has six hex digits. */
export function readColor(typed: string): Color | undefined {
  const plain = typed.trim().toLowerCase().replace(/^#?/, '#');
  return /^#[0-9a-f]{6}$/.test(plain) ? (plain as Color) : undefined;
}

/** Minimum contrast of text (WCAG 2.2, 1.4.3). */
const enoughContrast = 4.5;

/**
 * Colors that surround the account color: text on it and the page background, in light mode and in dark mode.
 */
const day = { words: '#ffffff', ground: '#fbfaf8' } as const;
export const night = { words: '#14161c', ground: '#1c1f27' } as const;

/** Returns the contrast ratio from 1 (none) to 21 (black on white), computed as in WCAG 2.2. */
export function contrast(one: Color, other: Color): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** Returns true if white text on the color is readable and the color is readable on the page background. */
export function isReadable(color: Color): boolean {
  return contrast(color, day.words) >= enoughContrast && contrast(color, day.ground) >= enoughContrast;
}

/** Returns the nearest darker shade that is readable in light mode, or the color itself if it is readable. */
export function readableShade(color: Color): Color {
  return shade(color, '#000000', isReadable);
}

/**
 * Returns the nearest lighter shade for dark mode. Dark text on it is readable, and so is the shade on the dark
 * background.
 */
export function nightShade(color: Color): Color {
  return shade(
    color,
    '#ffffff',
    (candidate) =>
      contrast(candidate, night.words) >= enoughContrast &&
      contrast(candidate, night.ground) >= enoughContrast,
  );
}

/** Mixes in as little of `end` as needed, in steps of one percent. The caller ensures that `end` itself fits. */
function shade(color: Color, end: Color, fits: (color: Color) => boolean): Color {
  const [from, to] = [channels(color), channels(end)];
  for (let share = 0; share < 100; share += 1) {
    const mixed = from.map((value, at) => Math.round(value + ((to[at]! - value) * share) / 100));
    const candidate: Color = `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
    if (fits(candidate)) return candidate;
  }
  return end;
}

function channels(color: Color): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
}

function luminance(color: Color): number {
  const [red, green, blue] = channels(color).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
