import { refuse, type Refusal } from '../refusal.ts';
import { isRefusal } from '../refusal.ts';
import { defang } from '../language/defang.ts';
import { isReadable, readableShade, readColor, type Color } from './color.ts';
import { resembles } from './look-alike.ts';

/**
 * The branding of an account. The account chooses it, and no one verifies it. Empty texts and null are not
 * shown.
 */
export type Brand = { name: string; color: Color | null; footer: string };

/** Maximum length of a brand name in characters. */
export const MAX_BRAND_NAME = 60;
export const MAX_FOOTER = 400;
const maxFooterLines = 6;
/** Maximum size of an uploaded logo in bytes. */
export const MAX_LOGO = 512 * 1024;
/**
 * Side length of a logo in pixels: the minimum, and the size to which the browser scales it down before
 * uploading.
 */
export const logoSides = { least: 16, most: 1024 } as const;
export const logoBox = { width: 480, height: 160 } as const;

/**
 * Returns the normalized brand, or why it is refused. Names and footers appear in emails and next to documents
 * inside the service's own frame. They must not imitate the service or contain an address that a mail program
 * would turn into a link (S-15, S-17). `ours` are the names of the service and of its operator.
 */
export function checkBrand(
  typed: { name: string; color: string | null; footer: string },
  ours: readonly string[],
): Brand | Refusal {
  const name = checkName(typed.name, ours);
  if (isRefusal(name)) return name;
  const footer = checkFooter(typed.footer, ours);
  if (isRefusal(footer)) return footer;
  const color = typed.color === null || typed.color.trim() === '' ? null : checkColor(typed.color);
  return isRefusal(color) ? color : { name, color, footer };
}

export function checkColor(typed: string): Color | Refusal {
  const color = readColor(typed);
  if (!color) return refuse('brand-color-invalid', 'Write the color as six digits, such as #23449b.');
  if (isReadable(color)) return color;
  const proposal = readableShade(color);
  return refuse(
    'brand-color-too-light',
    `White text on ${color} is hard to read. The nearest readable shade is ${proposal}.`,
    { color: color, proposal },
  );
}

function checkName(typed: string, ours: readonly string[]): string | Refusal {
  const name = typed.normalize('NFC').replaceAll(/\s+/g, ' ').trim();
  if (name.length > MAX_BRAND_NAME || !letters.test(name)) {
    return refuse(
      'brand-name-invalid',
      `Use at most ${MAX_BRAND_NAME} characters: letters, digits and punctuation.`,
      { max: MAX_BRAND_NAME },
    );
  }
  if (holdsAddress(name)) return asAddress;
  return resembles(name, ours) ? notOurs : name;
}

function checkFooter(typed: string, ours: readonly string[]): string | Refusal {
  const lines = typed.normalize('NFC').replaceAll(/\r\n?/g, '\n').trim().split('\n').map(tidy);
  const footer = lines.join('\n');
  if (
    footer.length > MAX_FOOTER ||
    lines.length > maxFooterLines ||
    !lines.every((line) => letters.test(line))
  ) {
    return refuse(
      'brand-footer-invalid',
      `Use at most ${MAX_FOOTER} characters on ${maxFooterLines} lines: letters, digits and punctuation.`,
      { max: MAX_FOOTER, lines: maxFooterLines },
    );
  }
  if (holdsAddress(footer)) return asAddress;
  return resembles(footer, ours) ? notOurs : footer;
}

const tidy = (line: string): string => line.replaceAll(/\s+/g, ' ').trim();

/**
 * Letters, marks, digits, punctuation, spaces and the few symbols used in company names. Excludes invisible
 * characters and characters that reverse text, and check marks, locks and seals that would make the name look
 * verified.
 */
const letters = /^[\p{L}\p{M}\p{N}\p{P}\p{Zs}+|®™©°€$£\u200c\u200d]*$/u;

/**
 * Returns true if the text contains an email address or something that a mail program would turn into a link.
 */
function holdsAddress(text: string): boolean {
  const plain = text.normalize('NFKC').replaceAll(/[\u200c\u200d]/g, '');
  return defang(plain) !== plain || plain.includes('@');
}

const asAddress = refuse(
  'brand-contains-address',
  'Remove web and email addresses: readers should be wary of anything in an email that looks like a link. Your confirmed address appears below automatically.',
);

const notOurs = refuse(
  'brand-name-reserved',
  'Remove the name of this service or its operator, and anything similar. Readers need to see who is writing.',
);
