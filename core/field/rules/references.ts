import type { Field } from '../field.ts';
import type { Condition, FieldProperties, ShowWhen } from '../properties.ts';
import { firstPlaces, nameOf } from '../same-question.ts';
import type { Kind } from './formula.ts';
import { namesIn, parseFormula, type Term } from './parse-formula.ts';

/** The parts of a field that rules use. */
export type RuleField = Pick<Field, 'id' | 'type' | 'label' | 'properties'> & {
  recipientId?: string | null;
};

/** Returns the conditions of a field, and whether all of them or any of them have to be met. */
export function conditionsOf(showWhen: ShowWhen): { match: 'all' | 'any'; conditions: readonly Condition[] } {
  if ('all' in showWhen) return { match: 'all', conditions: showWhen.all };
  return 'any' in showWhen
    ? { match: 'any', conditions: showWhen.any }
    : { match: 'all', conditions: [showWhen] };
}

/**
 * Returns the properties with `change` applied to each condition. Conditions for which it returns undefined are
 * removed.
 */
export function changeConditions<P extends Pick<FieldProperties, 'showWhen'>>(
  { showWhen, ...others }: P,
  change: (condition: Condition) => Condition | undefined,
): P {
  if (!showWhen) return others as P;
  const changed = changeEach(showWhen, change);
  return { ...others, ...(changed && { showWhen: changed }) } as P;
}

function changeEach(
  showWhen: ShowWhen,
  change: (condition: Condition) => Condition | undefined,
): ShowWhen | undefined {
  const { match, conditions } = conditionsOf(showWhen);
  const kept = conditions.flatMap((condition) => change(condition) ?? []);
  if (kept.length === 0) return undefined;
  if ('fieldId' in showWhen) return kept[0];
  return match === 'all' ? { all: kept } : { any: kept };
}

/** Returns the type of a field's value in formulas, which accept only numbers and dates. */
export function formulaKind({ type }: Pick<Field, 'type'>): Kind | undefined {
  return type === 'number' ? 'number' : type === 'dateEntry' ? 'date' : undefined;
}

/** Returns true if a formula computes the value, so that the recipient cannot enter one. */
export function isComputed({ properties }: Pick<Field, 'properties'>): boolean {
  return properties?.formula !== undefined;
}

/** Returns true if the recipient can see the value but not change it. */
export function isFixed(field: Pick<Field, 'properties'>): boolean {
  return field.properties?.readOnly === true || isComputed(field);
}

/** Fields by the name used in formulas; null for a name that several questions share. */
export type FieldNames<F> = ReadonlyMap<string, F | null>;

export function namesOf<F extends RuleField>(fields: readonly F[]): FieldNames<F> {
  const names = new Map<string, F | null>();
  for (const field of firstPlaces(fields)) {
    const name = nameOf(field).trim();
    if (name !== '' && formulaKind(field)) names.set(name, names.has(name) ? null : field);
  }
  return names;
}

/** Returns the fields after a label was changed. Formulas that used the old label use the new one. */
export function renameInFormulas<F extends RuleField>(
  fields: readonly F[],
  id: string,
  label: string,
): readonly F[] {
  const renamed = fields.find((field) => field.id === id);
  const before = renamed?.label.trim();
  const isOnly = fields.every((field) => field.id === id || field.label.trim() !== before);
  if (!renamed || !formulaKind(renamed) || !isOnly || renamed.properties?.name !== undefined) return fields;
  return fields.map((field) => {
    const formula = field.properties?.formula?.replaceAll(/\{([^{}]*)\}/g, (name: string, inner: string) =>
      inner.trim() === before ? `{${label.trim()}}` : name,
    );
    return formula === field.properties?.formula
      ? field
      : { ...field, properties: { ...field.properties, formula } };
  });
}

/** Returns the parsed formula of a field, or undefined if it has none or the formula is invalid. */
export function termOf({ properties }: Pick<Field, 'properties'>): Term | undefined {
  return properties?.formula === undefined ? undefined : parseFormula(properties.formula);
}

/** Returns the existing fields that the rules of a field refer to. */
export function sourcesOf<F extends RuleField>(
  field: RuleField,
  byId: ReadonlyMap<string, F>,
  names: FieldNames<F>,
): F[] {
  const { showWhen } = field.properties ?? {};
  const term = termOf(field);
  const ofConditions = showWhen ? conditionsOf(showWhen).conditions : [];
  return [
    ...ofConditions.flatMap(({ fieldId }) => byId.get(fieldId) ?? []),
    ...(term ? namesIn(term).flatMap((name) => names.get(name) ?? []) : []),
  ];
}

/** Maximum length of a chain of rules that depend on each other. */
const maxDepth = 100;

/** Returns the ids of fields whose rules depend on themselves or form too long a chain. */
export function circularFields(fields: readonly RuleField[]): Set<string> {
  const byId = new Map(fields.map((field) => [field.id, field]));
  const names = namesOf(fields);
  let open = fields.map((field) => ({ id: field.id, needs: sourcesOf(field, byId, names) }));
  const settled = new Set<string>();
  for (let depth = 0; depth < maxDepth && open.length > 0; depth += 1) {
    const ready = open.filter(({ needs }) => needs.every(({ id }) => settled.has(id)));
    if (ready.length === 0) break;
    for (const { id } of ready) settled.add(id);
    open = open.filter(({ id }) => !settled.has(id));
  }
  return new Set(open.map(({ id }) => id));
}
