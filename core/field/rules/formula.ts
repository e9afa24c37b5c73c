import { addDays, isDay } from '../../formats/day.ts';
import { addMonths } from '../day-limit.ts';
import { add, decimalText, divide, multiply, negate, readDecimal, round } from './decimal.ts';
import { wholeNumber, type Decimal } from './decimal.ts';
import type { Term } from './parse-formula.ts';

export type Kind = 'number' | 'date';

type Period = { unit: 'day' | 'month'; count: number };
type Value =
  | { kind: 'number'; number: Decimal }
  | { kind: 'date'; day: string }
  | { kind: 'period'; period: Period };

/**
 * Returns the result type of a formula, or undefined if its operands do not fit together, such as date + date.
 */
export function kindOfFormula(
  term: Term,
  kindOf: (name: string) => Kind | undefined,
): Kind | 'period' | undefined {
  const kind = (part: Term) => kindOfFormula(part, kindOf);
  switch (term.kind) {
    case 'number':
      return 'number';
    case 'field':
      return kindOf(term.name);
    case 'sum':
      return term.of.every((part) => kind(part) === 'number') ? 'number' : undefined;
    case '+':
    case '-': {
      const [left, right] = [kind(term.left), kind(term.right)];
      if (left === 'date' && right === 'period') return 'date';
      if (left === 'date' && right === 'date' && term.kind === '-') return 'number';
      return left === 'number' && right === 'number' ? 'number' : undefined;
    }
    case '*':
    case '/':
      return kind(term.left) === 'number' && kind(term.right) === 'number' ? 'number' : undefined;
    case 'period':
      return kind(term.of) === 'number' ? 'period' : undefined;
    default:
      return kind(term.of) === 'number' ? 'number' : undefined;
  }
}

/**
 * Returns the result of a formula in stored form. Returns '' if an input is empty (`sum` skips empty inputs),
 * for division by zero, and for a result that cannot be stored. `valueOf` returns stored values. `decimals` is
 * the number of decimals of the result.
 */
export function computeFormula(
  term: Term,
  valueOf: (name: string) => { kind: Kind; text: string } | undefined,
  decimals?: number,
): string {
  const value = compute(term, (name) => {
    const { kind, text } = valueOf(name) ?? {};
    if (text === undefined) return undefined;
    if (kind === 'date') return isDay(text) ? { kind, day: text } : undefined;
    const number = readDecimal(text);
    return number && { kind: 'number', number };
  });
  if (value?.kind === 'number') return decimalText(value.number, decimals) ?? '';
  return value?.kind === 'date' ? value.day : '';
}

type Lookup = (name: string) => Value | undefined;

function compute(term: Term, lookup: Lookup): Value | undefined {
  switch (term.kind) {
    case 'number':
      return numeric(term.value);
    case 'field':
      return lookup(term.name);
    case 'sum': {
      const given = term.of.flatMap((part) => computeNumber(part, lookup) ?? []);
      return given.length === 0 ? undefined : numeric(given.reduce(add));
    }
    case 'round':
      return numeric(computeNumber(term.of, lookup), (number) => round(number, term.decimals));
    case 'negative':
      return numeric(computeNumber(term.of, lookup), negate);
    case 'percent':
      return numeric(computeNumber(term.of, lookup), ({ digits, scale }) => ({ digits, scale: scale + 2 }));
    case 'period':
      return asPeriod(computeNumber(term.of, lookup), term);
    default: {
      const [left, right] = [compute(term.left, lookup), compute(term.right, lookup)];
      return left && right && combine(term.kind, left, right);
    }
  }
}

function combine(sign: '+' | '-' | '*' | '/', left: Value, right: Value): Value | undefined {
  if (left.kind === 'date') {
    if (right.kind === 'period') return moved(left.day, right.period, sign === '-' ? -1 : 1);
    return right.kind === 'date' ? numeric(daysBetween(right.day, left.day)) : undefined;
  }
  if (left.kind !== 'number' || right.kind !== 'number') return undefined;
  switch (sign) {
    case '+':
      return numeric(add(left.number, right.number));
    case '-':
      return numeric(add(left.number, negate(right.number)));
    case '*':
      return numeric(multiply(left.number, right.number));
    case '/':
      return numeric(divide(left.number, right.number));
  }
}

function computeNumber(term: Term, lookup: Lookup): Decimal | undefined {
  const value = compute(term, lookup);
  return value?.kind === 'number' ? value.number : undefined;
}

function numeric(number: Decimal | undefined, change = (one: Decimal) => one): Value | undefined {
  return number && { kind: 'number', number: change(number) };
}

/** Returns undefined for fractions, because a period is a whole number of days or months. */
function asPeriod(
  number: Decimal | undefined,
  { unit, times }: { unit: 'day' | 'month'; times: number },
): Value | undefined {
  const count = number && wholeNumber(number);
  return count === undefined ? undefined : { kind: 'period', period: { unit, count: count * times } };
}

/** Returns the date after adding or subtracting a period, or undefined outside the years 1 to 9999. */
function moved(day: string, { unit, count }: Period, sign: 1 | -1): Value | undefined {
  const result = unit === 'day' ? daysLater(day, sign * count) : monthsLater(day, sign * count);
  return result !== undefined && isDay(result) ? { kind: 'date', day: result } : undefined;
}

function daysLater(day: string, days: number): string | undefined {
  return Math.abs(days) > 4_000_000 ? undefined : addDays(day, days);
}

function monthsLater(day: string, months: number): string | undefined {
  const year = Math.floor((Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + months) / 12);
  return year < 1 || year > 9999 ? undefined : addMonths(day, months);
}

function daysBetween(from: string, to: string): Decimal {
  const days = Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);
  return { digits: BigInt(days), scale: 0 };
}
