import { isAnswer } from '../check-value.ts';
import type { ShowWhen } from '../properties.ts';
import { computeFormula } from './formula.ts';
import { isConditionMet } from './is-met.ts';
import { circularFields, conditionsOf, formulaKind, namesOf, termOf, type RuleField } from './references.ts';

/**
 * A field of a recipient who has already signed, as rules see it. `held` is null if it was hidden, 'true' for a
 * tick, a signature or a file, and otherwise the value.
 */
export type EarlierField = RuleField & { held: string | null };

export type Evaluation<F> = {
  /** All fields of the recipient. */
  own: readonly F[];
  /** The visible fields. Values of other fields are ignored. */
  shown: F[];
  /** Returns the value of a visible field, computed if it has a formula. Returns '' for a hidden field. */
  valueOf: (fieldId: string) => string;
  /** Returns the value as rules see it (`held` in `EarlierField`). */
  heldOf: (fieldId: string) => string | null;
};

/**
 * One recipient's entries: the value of each field before rules are applied, and whether the signature and
 * initials were given.
 */
export type Entered<F> = Marks & { valueOf: (field: F) => string };
export type Marks = { hasSignature: boolean; hasInitials: boolean };

/**
 * Applies the rules to one recipient's fields. The signer's page, the server and the verifier all use this
 * function. Rules that refer to missing fields or form a circle are refused before sending. Here they hide the
 * field or leave it empty.
 */
export function evaluateFields<F extends RuleField>(
  own: readonly F[],
  entered: Entered<F>,
  earlier: readonly EarlierField[] = [],
): Evaluation<F> {
  const ownById = new Map(own.map((field) => [field.id, field]));
  const earlierById = new Map(earlier.map((field) => [field.id, field]));
  const names = namesOf<RuleField>([...own, ...earlier]);
  const circular = circularFields(own);
  const visible = remember((field: F) => {
    const { showWhen } = field.properties ?? {};
    return !circular.has(field.id) && (showWhen === undefined || isShown(showWhen));
  });
  const value = remember((field: F) => {
    const term = termOf(field);
    if (field.properties?.formula === undefined) return entered.valueOf(field);
    if (!term || circular.has(field.id)) return '';
    return computeFormula(term, (name) => inputOf(names.get(name)), field.properties.decimals);
  });
  // An ambiguous number is not used as an input until the recipient has selected a reading.
  const inputOf = (source: RuleField | null | undefined) => {
    const kind = source && formulaKind(source);
    const text = source ? (heldOf(source.id) ?? '') : '';
    return kind && source && isAnswer(source, text) ? { kind, text } : undefined;
  };
  const isShown = (showWhen: ShowWhen): boolean => {
    const { match, conditions } = conditionsOf(showWhen);
    const isMet = (condition: (typeof conditions)[number]) => {
      const source = ownById.get(condition.fieldId) ?? earlierById.get(condition.fieldId);
      return source !== undefined && isConditionMet(condition, source, heldOf(source.id));
    };
    return match === 'all' ? conditions.every(isMet) : conditions.some(isMet);
  };
  const heldOf = (fieldId: string): string | null => {
    const field = ownById.get(fieldId);
    if (!field) return earlierById.get(fieldId)?.held ?? null;
    return visible(field) ? heldNow(field, entered, value) : null;
  };
  const shown = own.filter(visible);
  const ids = new Set(shown.map(({ id }) => id));
  return {
    own,
    shown,
    heldOf,
    valueOf: (fieldId) => (ids.has(fieldId) ? value(ownById.get(fieldId)!) : ''),
  };
}

/**
 * Signatures, initials and files are only present or absent. Signing dates have no value until everything else
 * is done.
 */
function heldNow<F extends RuleField>(
  field: F,
  { hasSignature, hasInitials }: Marks,
  value: (field: F) => string,
): string {
  switch (field.type) {
    case 'signature':
      return hasSignature ? 'true' : '';
    case 'initial':
      return hasInitials ? 'true' : '';
    case 'attachment':
    case 'image':
    case 'stamp':
      return value(field) === '' ? '' : 'true';
    case 'date':
      return '';
    default:
      return value(field);
  }
}

/** Caches the result for each field. */
function remember<F extends RuleField, T>(compute: (field: F) => T): (field: F) => T {
  const known = new Map<string, T>();
  return (field) => {
    if (!known.has(field.id)) known.set(field.id, compute(field));
    return known.get(field.id)!;
  };
}
