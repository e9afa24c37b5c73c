import { MAX_PROPERTY_LENGTH } from '../properties.ts';
import { readDecimal, type Decimal } from './decimal.ts';

/** A parsed formula. `months` and `days` turn a number into a period that can be added to a date. */
export type Term =
  | { kind: 'number'; value: Decimal }
  | { kind: 'field'; name: string }
  | { kind: 'negative' | 'percent'; of: Term }
  | { kind: 'period'; unit: 'day' | 'month'; times: number; of: Term }
  | { kind: '+' | '-' | '*' | '/'; left: Term; right: Term }
  | { kind: 'sum'; of: Term[] }
  | { kind: 'round'; of: Term; decimals: number };

const units: Readonly<Record<string, { unit: 'day' | 'month'; times: number }>> = {
  day: { unit: 'day', times: 1 },
  week: { unit: 'day', times: 7 },
  month: { unit: 'month', times: 1 },
  year: { unit: 'month', times: 12 },
};

/** A number, a field name in braces, a word, or a single operator. */
const token = /\s*(?:([0-9]+(?:\.[0-9]+)?)|\{([^{}]*)\}|([A-Za-z]+)|([-+*/%(),;×·÷−]))/y;

type Token = { number?: string; name?: string; word?: string; sign?: string };

const signs: Readonly<Record<string, string>> = { '×': '*', '·': '*', '÷': '/', '−': '-', ';': ',' };

/**
 * Parses a formula, or returns undefined if it is invalid. Formulas consist of numbers (`1.5`), field names
 * (`{Unit price}`), `+ - * /`, percentages (`19%`), parentheses, `sum(…)`, `round(…, decimals)`, and periods
 * that are added to a date (`{Start} + 3 months`, `{Start} + {Term} days`).
 */
export function parseFormula(text: string): Term | undefined {
  const tokens = text.length > MAX_PROPERTY_LENGTH.formula ? undefined : tokensOf(text);
  if (!tokens) return undefined;
  const parser = createParser(tokens);
  const term = parser.sums();
  return term && parser.isAtEnd() ? term : undefined;
}

function tokensOf(text: string): Token[] | undefined {
  const tokens: Token[] = [];
  const rest = text.trimEnd();
  token.lastIndex = 0;
  while (token.lastIndex < rest.length) {
    const match = token.exec(rest);
    if (!match) return undefined;
    const [, number, name, word, sign] = match;
    if (number !== undefined) tokens.push({ number });
    else if (name !== undefined) tokens.push({ name: name.trim() });
    else if (word !== undefined) tokens.push({ word: word.toLowerCase() });
    else tokens.push({ sign: signs[sign!] ?? sign! });
  }
  return tokens;
}

function createParser(tokens: readonly Token[]) {
  let at = 0;
  const take = (...wanted: string[]): string | undefined => {
    const sign = tokens[at]?.sign;
    if (sign === undefined || !wanted.includes(sign)) return undefined;
    at += 1;
    return sign;
  };
  const chain = (part: () => Term | undefined, ...wanted: string[]): Term | undefined => {
    let left = part();
    for (let sign = left && take(...wanted); left && sign; sign = take(...wanted)) {
      const right = part();
      left = right && { kind: sign as '+', left, right };
    }
    return left;
  };
  const sums = (): Term | undefined => chain(products, '+', '-');
  const products = (): Term | undefined => chain(signed, '*', '/');
  const signed = (): Term | undefined => {
    if (!take('-')) return withSuffix(single());
    const of = signed();
    return of && { kind: 'negative', of };
  };
  const withSuffix = (of: Term | undefined): Term | undefined => {
    if (!of) return undefined;
    if (take('%')) return withSuffix({ kind: 'percent', of });
    const unit = units[tokens[at]?.word?.replace(/s$/, '') ?? ''];
    if (!unit) return of;
    at += 1;
    return { kind: 'period', ...unit, of };
  };
  const single = (): Term | undefined => {
    if (take('(')) {
      const inner = sums();
      return inner && take(')') ? inner : undefined;
    }
    const { number, name, word } = tokens[at] ?? {};
    at += 1;
    if (number !== undefined) return { kind: 'number', value: readDecimal(number)! };
    if (name !== undefined) return { kind: 'field', name };
    return word !== undefined && take('(') ? call(word) : undefined;
  };
  const call = (word: string): Term | undefined => {
    const of: Term[] = [];
    do {
      const argument = sums();
      if (!argument) return undefined;
      of.push(argument);
    } while (take(','));
    if (!take(')')) return undefined;
    if (word === 'sum') return { kind: 'sum', of };
    const [first, places] = of;
    const isRound = word === 'round' && of.length === 2 && first && places?.kind === 'number';
    if (!isRound || places.value.scale > 0 || places.value.digits > 10n) return undefined;
    return { kind: 'round', of: first, decimals: Number(places.value.digits) };
  };
  return { sums, isAtEnd: () => at === tokens.length };
}

/** Returns the distinct names of the fields that a formula uses. */
export function namesIn(term: Term): string[] {
  return [...new Set(allNames(term))];
}

function allNames(term: Term): string[] {
  switch (term.kind) {
    case 'number':
      return [];
    case 'field':
      return [term.name];
    case 'sum':
      return term.of.flatMap(allNames);
    case '+':
    case '-':
    case '*':
    case '/':
      return [...allNames(term.left), ...allNames(term.right)];
    default:
      return allNames(term.of);
  }
}
