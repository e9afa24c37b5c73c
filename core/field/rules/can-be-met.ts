import { addDays, isDay } from '../../formats/day.ts';
import { normalizeEntry, valueProblem } from '../check-value.ts';
import { isTickType, isWritten, type Field } from '../field.ts';
import type { Condition, ShowWhen } from '../properties.ts';
import { add, decimalText, readDecimal, round, type Decimal } from './decimal.ts';
import { chosenIn, joinChosen, splitChosen } from '../values/multi-choice.ts';
import { isConditionMet, plainNumber } from './is-met.ts';
import { conditionsOf, isComputed } from './references.ts';

/** A field that conditions refer to. `isDead` is true if the field itself is never shown. */
type Source = Pick<Field, 'type' | 'required' | 'properties'> & { isDead: boolean };

/**
 * Returns false only if no values of the sources could meet the conditions. Tries values on both sides of every
 * compared value, and assumes that sources are independent of each other. Ignores initial values, because each
 * use of a template sets its own.
 */
export function canBeMet(showWhen: ShowWhen, sourceOf: (fieldId: string) => Source | undefined): boolean {
  const { match, conditions } = conditionsOf(showWhen);
  const ids = [...new Set(conditions.map(({ fieldId }) => fieldId))];
  const canHold = (wanted: readonly Condition[]) => {
    const source = wanted[0] && sourceOf(wanted[0].fieldId);
    if (!source || !wanted.every((condition) => isComparable(condition, source))) return false;
    return candidates(source, wanted).some((actual) => wanted.every((one) => couldBe(one, source, actual)));
  };
  return match === 'any'
    ? conditions.some((condition) => canHold([condition]))
    : ids.every((id) => canHold(conditions.filter(({ fieldId }) => fieldId === id)));
}

/** Represents any non-empty text. */
const anyText = '\u0000';

/**
 * Returns true if a source with the value `held` could meet the condition. Assumes that free text can contain
 * any substring.
 */
function couldBe(condition: Condition, source: Source, actual: string | null): boolean {
  const isListed = source.type === 'dropdown' || source.type === 'multiChoice';
  const isOpen = condition.is === 'contains' && !isListed;
  return isOpen ? actual !== null && actual !== '' : isConditionMet(condition, source, actual);
}

/**
 * Returns true if the condition suits the type of its source. Only numbers and dates have an order, and they can
 * be compared only with a value that can be parsed.
 */
function isComparable({ is, value }: Condition, source: Source): boolean {
  if (source.type === 'date') return false;
  if (is === 'filled' || is === 'empty' || is === 'contains') return true;
  if (source.type === 'number') return readDecimal(readable(value)) !== undefined;
  if (source.type === 'dateEntry') return isDay(value);
  return is === 'equals' || is === 'notEquals';
}

/** Returns the canonical number, or '' if it is unreadable or ambiguous. */
function readable(value: string): string {
  const problem = valueProblem({ type: 'number' }, normalizeEntry({ type: 'number' }, value));
  return problem ? '' : plainNumber(value);
}

/** Returns sample values that the source can have, including null if it can be hidden. */
function candidates(source: Source, conditions: readonly Condition[]): (string | null)[] {
  if (source.isDead) return [null];
  const hidden = source.properties?.showWhen === undefined ? [] : [null];
  return [...hidden, ...(canBeEmpty(source) ? [''] : []), ...filledCandidates(source, conditions)];
}

function canBeEmpty({ type, required, properties }: Source): boolean {
  if (isComputed({ properties })) return true;
  if (type === 'signature') return false;
  return !required || (isTickType(type) && properties?.group !== undefined);
}

function filledCandidates(source: Source, conditions: readonly Condition[]): string[] {
  const { type, properties = {} } = source;
  if (!isWritten(type)) return ['true'];
  const rules = isComputed(source) ? {} : properties;
  const accepts = (text: string) =>
    text !== '' && valueProblem({ type, properties: rules }, text) === undefined;
  const wanted = conditions.map(({ value }) => normalizeEntry(source, value));
  switch (type) {
    case 'number': {
      const limits = [properties.min, properties.max, 0].flatMap((limit) => limit?.toFixed(10) ?? []);
      return [...wanted.map(readable), ...limits]
        .flatMap((text) => around(text, properties.decimals ?? 10))
        .filter(accepts);
    }
    case 'dateEntry': {
      const days = [...wanted, properties.earliest ?? '', properties.latest ?? '', '2026-07-01'].filter(
        isDay,
      );
      return days.flatMap((day) => [addDays(day, -1), day, addDays(day, 1)]).filter(accepts);
    }
    case 'dropdown':
      return (properties.choices ?? []).map((choice) => normalizeEntry(source, choice)).filter(accepts);
    case 'multiChoice':
      return sampleChoices(source, wanted).filter(accepts);
    default:
      return [anyText, ...wanted.filter(accepts)];
  }
}

/**
 * Returns each option, and the largest possible selections, starting with the options that conditions compare
 * with.
 */
function sampleChoices({ properties: { choices = [], atMost } = {} }: Source, wanted: string[]): string[] {
  const source = { type: 'multiChoice', properties: { choices } } as const;
  const together = ['', ...wanted, joinChosen(wanted)].map((first) => {
    const all = chosenIn([first, ...choices].join('\n'), splitChosen(first));
    return joinChosen(all.slice(0, atMost));
  });
  return [...wanted, ...choices, ...together].map((text) => normalizeEntry(source, text));
}

/**
 * Returns the numbers up to two steps above and below a number, where a step is the smallest difference with
 * this many decimals.
 */
function around(text: string, decimals: number): string[] {
  const number = readDecimal(text);
  if (!number) return [];
  const step: Decimal = { digits: 1n, scale: decimals };
  const near = round(number, decimals);
  return [-2n, -1n, 0n, 1n, 2n].flatMap((steps) => {
    const moved = add(near, { ...step, digits: steps });
    return decimalText(moved, undefined) ?? [];
  });
}
