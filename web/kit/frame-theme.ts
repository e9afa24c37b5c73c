import { nightShade, readableShade, readColor, type Color } from '#core/brand/color.ts';
import { isLanguage, type Language } from '#core/language/language.ts';

/** The theme requested by the embedding website. */
type FrameTheme = { color?: Color; scheme?: 'light' | 'dark'; radius?: number; language?: Language };

/** The largest radius of corners, in CSS pixels. */
const maxRadius = 24;

/**
 * Applies the theme in the address of this frame, and returns its language. A theme cannot make text
 * unreadable or hide it: it only sets the accent color in shades with enough contrast, the color scheme and
 * the corner radius.
 */
export function applyFrameTheme(hash = location.hash): Language | undefined {
  const { color, scheme, radius, language } = readFrameTheme(hash);
  if (scheme) document.documentElement.dataset['theme'] = scheme;
  if (color) document.documentElement.dataset['colored'] = '';
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    [
      ...(color ? [`:root, [style*="--brand-day"] { ${shadesOf(color)} }`] : []),
      ...(radius === undefined ? [] : [`:is(${rounded}) { border-radius: ${radius}px !important; }`]),
    ].join('\n'),
  );
  document.adoptedStyleSheets = [sheet];
  return language;
}

const rounded =
  'button, select, textarea, dialog, [role="dialog"], input:not([type="checkbox"], [type="radio"])';

/**
 * Overrides the shades of the account's branding. `readableShade` and `nightShade` ensure contrast against
 * the backgrounds in web/kit/tokens.css.
 */
function shadesOf(color: Color): string {
  return `--brand-day: ${readableShade(color)} !important; --brand-night: ${nightShade(color)} !important;`;
}

/** Parses `#theme={…}`. Invalid members are ignored; the embedding script reports them to the website. */
export function readFrameTheme(hash: string): FrameTheme {
  const text = new URLSearchParams(hash.slice(1)).get('theme');
  const parsed = parse(text ?? '{}');
  const { scheme, radius, language } = parsed;
  const color = typeof parsed['color'] === 'string' ? readColor(parsed['color']) : undefined;
  return {
    ...(color && { color }),
    ...((scheme === 'light' || scheme === 'dark') && { scheme }),
    ...(typeof radius === 'number' && radius >= 0 && radius <= maxRadius && { radius }),
    ...(isLanguage(language) && { language }),
  };
}

function parse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
