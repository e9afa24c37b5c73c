/**
 * Scripts that our fonts support, by ISO 15924 code as HarfBuzz expects it. The two tests check whether a
 * character belongs only to the script, and whether texts in the script use it (Script_Extensions).
 */
const SCRIPTS = (
  [
    ['Latn', 'Latin'],
    ['Cyrl', 'Cyrillic'],
    ['Grek', 'Greek'],
    ['Arab', 'Arabic'],
    ['Hebr', 'Hebrew'],
    ['Deva', 'Devanagari'],
    ['Hani', 'Han'],
    ['Hira', 'Hiragana'],
    ['Kana', 'Katakana'],
    ['Hang', 'Hangul'],
    ['Bopo', 'Bopomofo'],
    ['Thai', 'Thai'],
    ['Beng', 'Bengali'],
    ['Taml', 'Tamil'],
    ['Telu', 'Telugu'],
    ['Gujr', 'Gujarati'],
    ['Guru', 'Gurmukhi'],
    ['Knda', 'Kannada'],
    ['Mlym', 'Malayalam'],
    ['Orya', 'Oriya'],
    ['Sinh', 'Sinhala'],
    ['Khmr', 'Khmer'],
    ['Laoo', 'Lao'],
    ['Mymr', 'Myanmar'],
    ['Ethi', 'Ethiopic'],
    ['Armn', 'Armenian'],
    ['Geor', 'Georgian'],
    ['Copt', 'Coptic'],
  ] as const
).map(([code, name]) => ({ code, uses: new RegExp(`^\\p{Script_Extensions=${name}}$`, 'u') }));

/**
 * An ISO 15924 code; 'Zyyy' (Common) if the text does not determine one, and 'Zzzz' for scripts without a font.
 */
export type Script = (typeof SCRIPTS)[number]['code'] | 'Zyyy' | 'Zzzz';

/** Common marks take the script of their base letter (UAX #24, 5.1). */
const INHERITED = /^\p{Script=Inherited}$/u;
const COMMON = /^\p{Script=Common}$/u;
const ANY: readonly Script[] = [];

/** Returns the scripts whose texts use a character, or nothing for a common character. */
function scriptsOf(char: string): readonly Script[] {
  const known = cache.get(char);
  if (known) return known;
  const using = INHERITED.test(char) ? [] : SCRIPTS.filter(({ uses }) => uses.test(char));
  const shared = using.length === 0 && (COMMON.test(char) || INHERITED.test(char));
  const scripts: readonly Script[] =
    using.length > 0 ? using.map(({ code }) => code) : shared ? ANY : ['Zzzz'];
  if (cache.size < 20_000) cache.set(char, scripts);
  return scripts;
}

/** Caches results, because testing thirty regular expressions for each character would be slow. */
const cache = new Map<string, readonly Script[]>();

type Run = { start: number; end: number; scripts: readonly Script[] };

/**
 * Returns one script per UTF-16 unit of a text (UAX #24, 5.1 to 5.3). Common characters such as digits and
 * commas take the script of the preceding text, or at the beginning of the following text. A closing bracket
 * takes the script of its opening bracket, so that both look alike.
 */
export function resolveScripts(text: string): Script[] {
  const runs: Run[] = [];
  const open: { closing: string; run: Run }[] = [];
  let at = 0;
  for (const char of text) {
    const end = at + char.length;
    const run = extend(runs, at, end, bracketScripts(char, open) ?? scriptsOf(char));
    const closing = closingOf.get(char);
    if (closing !== undefined) open.push({ closing, run });
    at = end;
  }
  const resolved = new Array<Script>(text.length);
  for (const { start, end, scripts } of runs) resolved.fill(scripts[0] ?? 'Zyyy', start, end);
  return resolved;
}

/** Adds a character to the last run if both can have the same script. Otherwise starts a new run. */
function extend(runs: Run[], start: number, end: number, scripts: readonly Script[]): Run {
  const last = runs.at(-1);
  const common = last && intersect(last.scripts, scripts);
  if (last && common) {
    last.end = end;
    last.scripts = common;
    return last;
  }
  const run = { start, end, scripts };
  runs.push(run);
  return run;
}

function intersect(run: readonly Script[], scripts: readonly Script[]): readonly Script[] | undefined {
  if (scripts.length === 0) return run;
  if (run.length === 0) return scripts;
  const both = run.filter((script) => scripts.includes(script));
  return both.length > 0 ? both : undefined;
}

function bracketScripts(char: string, open: { closing: string; run: Run }[]): readonly Script[] | undefined {
  const at = open.findLastIndex(({ closing }) => closing === char);
  if (at < 0) return undefined;
  const [opening] = open.splice(at);
  return opening?.run.scripts;
}

const closingOf = new Map(
  [
    '()',
    '[]',
    '{}',
    '<>',
    '«»',
    '‹›',
    '“”',
    '‘’',
    '（）',
    '［］',
    '｛｝',
    '「」',
    '『』',
    '【】',
    '〈〉',
    '《》',
    '〔〕',
    '〖〗',
    '〘〙',
    '〚〛',
  ].map(([opening = '', closing = '']) => [opening, closing]),
);
