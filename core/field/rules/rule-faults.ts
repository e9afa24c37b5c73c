import type { Field } from '../field.ts';
import { listed } from '../../language/quoted.ts';
import { canBeMet } from './can-be-met.ts';
import { kindOfFormula } from './formula.ts';
import { namesIn, parseFormula } from './parse-formula.ts';
import {
  circularFields,
  conditionsOf,
  formulaKind,
  namesOf,
  sourcesOf,
  type FieldNames,
} from './references.ts';

export const ruleFaultNames = [
  'condition',
  'never-met',
  'circular',
  'later',
  'formula',
  'formula-name',
  'formula-settings',
] as const;
export type RuleFault = (typeof ruleFaultNames)[number];

export function isRuleFault(fault: string): fault is RuleFault {
  return ruleFaultNames.some((name) => name === fault);
}

/** A rule with its fault. `other` lists the fields that the rule refers to. */
export type FaultyRule = { fault: RuleFault; other: string };

/** Returns true if the first recipient has to act before the second one's turn begins. */
export type IsEarlier = (first: string | null, second: string | null) => boolean;

/**
 * Returns a function that finds faulty rules: rules that could never apply, that refer to themselves, or that
 * refer to fields whose values are not yet known when the field is filled in.
 */
export function ruleCheck(
  fields: readonly Field[],
  isEarlier: IsEarlier,
): (field: Field) => FaultyRule | undefined {
  const byId = new Map(fields.map((field) => [field.id, field]));
  const names = namesOf(fields);
  const circular = circularFields(fields);
  const dead = deadFields(fields, byId, circular);
  return (field) => {
    const { showWhen, formula } = field.properties ?? {};
    if (showWhen === undefined && formula === undefined) return undefined;
    const conditions = showWhen ? conditionsOf(showWhen).conditions : [];
    const sources = sourcesOf(field, byId, names);
    const about = (fault: RuleFault, others: readonly Field[]) => ({
      fault,
      other: listed(others.map(nameOf)),
    });
    if (conditions.some(({ fieldId }) => isUnusable(byId.get(fieldId)))) return about('condition', []);
    const ofFormula = formula === undefined ? undefined : formulaFault(field, formula, names);
    if (ofFormula) return ofFormula;
    if (circular.has(field.id))
      return about(
        'circular',
        sources.filter(({ id }) => circular.has(id)),
      );
    const later = sources.filter(
      ({ recipientId }) => recipientId !== field.recipientId && !isEarlier(recipientId, field.recipientId),
    );
    if (later.length > 0) return about('later', later);
    const ofConditions = conditions.flatMap(({ fieldId }) => byId.get(fieldId) ?? []);
    return dead.has(field.id) ? about('never-met', ofConditions) : undefined;
  };
}

/** A rule cannot refer to a signing date, because the date is set only after everything else is filled in. */
const isUnusable = (source: Field | undefined): boolean => source === undefined || source.type === 'date';

/** Returns the ids of fields that are never shown, including those that depend on such a field. */
function deadFields(
  fields: readonly Field[],
  byId: ReadonlyMap<string, Field>,
  circular: ReadonlySet<string>,
): Set<string> {
  const dead = new Map<string, boolean>();
  const isDead = (field: Field): boolean => {
    const known = dead.get(field.id);
    if (known !== undefined) return known;
    const { showWhen } = field.properties ?? {};
    const never =
      showWhen !== undefined &&
      !circular.has(field.id) &&
      !canBeMet(showWhen, (id) => {
        const source = byId.get(id);
        return source && { ...source, isDead: isDead(source) };
      });
    dead.set(field.id, never);
    return never;
  };
  return new Set(fields.filter(isDead).map(({ id }) => id));
}

function formulaFault(field: Field, formula: string, names: FieldNames<Field>): FaultyRule | undefined {
  const kind = formulaKind(field);
  const term = parseFormula(formula);
  if (!kind || !term) return { fault: 'formula', other: '' };
  const unknown = namesIn(term).filter((name) => !names.get(name));
  if (unknown.length > 0) return { fault: 'formula-name', other: listed(unknown) };
  const result = kindOfFormula(term, (name) => {
    const source = names.get(name);
    return source ? formulaKind(source) : undefined;
  });
  if (result !== kind) return { fault: 'formula', other: '' };
  return hasOtherSettings(field) ? { fault: 'formula-settings', other: '' } : undefined;
}

/**
 * Returns true if a field with a formula has settings that make no sense for it, because they restrict what a
 * person may enter.
 */
function hasOtherSettings({ properties = {} }: Field): boolean {
  const { value, readOnly, min, max, earliest, latest } = properties;
  return [value, readOnly || undefined, min, max, earliest, latest].some((setting) => setting !== undefined);
}

function nameOf({ label, type, page, properties }: Field): string {
  return label || properties?.group || `${type}, page ${page}`;
}
