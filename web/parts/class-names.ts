import { clsx, type ClassValue } from 'clsx';

const merged = new Map<string, string>();

/** Joins class names. If two conflict, the later one wins. */
export function classNames(...values: ClassValue[]): string {
  const all = clsx(values);
  const known = merged.get(all) ?? merge(all);
  merged.set(all, known);
  return known;
}

function merge(all: string): string {
  const kept: string[] = [];
  const taken = new Set<string>();
  for (const name of all.split(' ').toReversed()) {
    const [variants, own] = partsOf(name);
    const group = groupOf(own);
    if (group !== undefined) {
      if (taken.has(variants + group)) continue;
      for (const one of [group, ...(containedIn[group] ?? [])]) taken.add(variants + one);
    }
    kept.unshift(name);
  }
  return kept.join(' ');
}

/** Splits `sm:hover:p-4` into its variants and `p-4`. */
function partsOf(name: string): [variants: string, own: string] {
  const [variants = ''] = /^(?:[^[(]|\[[^\]]*\]|\([^)]*\))*:/.exec(name) ?? [];
  const own = name.slice(variants.length).replace(/^-/, '');
  return own.endsWith('!') ? [`!${variants}`, own.slice(0, -1)] : [variants, own];
}

/** Groups of classes that set the same property. */
const groups: readonly (readonly [string, RegExp])[] = [
  ['display', /^(?:block|contents|grid|hidden|(?:inline-)?flex|inline(?:-block)?)$/],
  ['position', /^(?:absolute|fixed|relative|static|sticky)$/],
  ['direction', /^flex-(?:row|col)/],
  ['wrap', /^flex-(?:no)?wrap$/],
  ['flex', /^flex-/],
  ['weight', /^font-(?:normal|medium|semibold)$/],
  ['family', /^font-(?!\[)/],
  ['size of text', /^text-(?:xs|sm|base|lg|\d?xl|\[[\d.])/],
  ['side of text', /^text-(?:start|center|end)$/],
  ['color', /^text-(?!ellipsis)/],
  ['case', /^(?:capitalize|uppercase)$/],
  ['decoration', /^(?:no-)?underline$/],
  ['whitespace', /^whitespace-/],
];

/** Prefixes of classes. Each prefix is a group. */
const beginning =
  /^(?:border(?:-[bsty])?|outline|ring|stroke)(?=$|-(?!offset))|^(?:(?:align|animate|aspect|basis|bg|break|col|cursor|duration|fill|items|leading|line-clamp|list|opacity|order|origin|(?:outline|underline)-offset|overflow|pointer-events|rotate|row-start|select|self|shadow|size|space-y|tracking|transition|z)|(?:m|p|scroll-m)[bestxy]?|(?:max-|min-)?[hw]|rounded(?:-t)?|gap(?:-[xy])?|grid-cols|inset(?:-[xy])?|translate-[xy]|top|bottom|start|end|left|right|justify(?:-self)?|place-items)(?=-)/;

const width = /^[a-z]+(?:-[bsty])?(?:-\[?[\d.]+[a-z]*\]?)?$/;

function groupOf(name: string): string | undefined {
  const [named] = groups.find(([, of]) => of.test(name)) ?? [];
  if (named !== undefined) return named;
  const [found] = beginning.exec(name) ?? [];
  // A border, outline, ring or stroke has a width and a color.
  const isColor = /^(?:border|outline|ring|stroke)(?!-offset)/.test(name) && !width.test(name);
  return isColor && found !== undefined ? `color of ${found}` : found;
}

/** Other groups whose properties a group also sets. */
const containedIn: Readonly<Record<string, readonly string[]>> = {
  size: ['w', 'h'],
  'size of text': ['leading'],
  flex: ['basis'],
  'line-clamp': ['display', 'overflow'],
  gap: ['gap-x', 'gap-y'],
  inset: ['inset-x', 'inset-y', 'top', 'bottom', 'start', 'end', 'left', 'right'],
  'inset-x': ['start', 'end', 'left', 'right'],
  'inset-y': ['top', 'bottom'],
  p: ['px', 'py', 'pt', 'pb', 'ps', 'pe'],
  px: ['ps', 'pe'],
  m: ['mx', 'my', 'mt', 'mb', 'ms', 'me'],
  mx: ['ms', 'me'],
  py: ['pt', 'pb'],
  my: ['mt', 'mb'],
  rounded: ['rounded-t'],
  border: ['border-b', 'border-s', 'border-t', 'border-y'],
  'border-y': ['border-b', 'border-t'],
};
