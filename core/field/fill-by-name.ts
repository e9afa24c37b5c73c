import { groupBy } from '../list/group-by.ts';
import type { PrintFormats } from '../formats/formats.ts';
import { fold } from '../language/fold.ts';
import { listed, quoted } from '../language/quoted.ts';
import { blankToEmpty } from '../language/visible.ts';
import { isRefusal, refuse, type Refusal } from '../refusal.ts';
import { normalizeEntry, valueProblem } from './check-value.ts';
import { isWritten, type Field, type FieldType } from './field.ts';
import { kindName } from './kinds.ts';
import { numberText } from './values/number-format.ts';
import { refuseValue } from './problem-sentence.ts';
import { isComputed } from './rules/references.ts';
import { questionKey } from './same-question.ts';
import { setValue } from './set-value.ts';

/** Initial values in a request, keyed by the name, label or id of a field, or by the name of a button group. */
export type NamedValues = Readonly<Record<string, string | number | boolean>>;

type Fillable = Pick<Field, 'id' | 'type' | 'page' | 'label' | 'properties'> & {
  recipientId?: string | null;
  roleId?: string | null;
};

/** Returns true if `fillByName` finds a field with this name. */
export function isFieldName(fields: readonly Fillable[], name: string): boolean {
  return targetsNamed(targetsOf(fields), name).some(({ first }) => takesValue(first));
}

/** Returns the refusal for the first name that matches no field, whatever its value. */
export function unknownName(
  fields: readonly Fillable[],
  names: readonly string[],
  others: readonly string[],
): Refusal | undefined {
  const targets = targetsOf(fields);
  const name = names.find((one) => targetsNamed(targets, one).length === 0);
  return name === undefined ? undefined : unknown(targets, name, others);
}

/** Values of a request, and the fields that they may refer to; all fields by default. */
export type ValueSet<F> = { values: NamedValues; fields?: readonly F[] };

/**
 * Returns the fields with the initial values of a request. Each name must match exactly one field, and each
 * value must be valid for it, so that no value is lost or set in the wrong field. `others` are additional known
 * names to list in the refusal.
 */
export function fillByName<F extends Fillable>(
  fields: readonly F[],
  sets: readonly ValueSet<F>[],
  formats: PrintFormats,
  others: readonly string[] = [],
): F[] | Refusal {
  const filled = new Map<string, F>();
  for (const { values, fields: named = fields } of sets) {
    const targets = targetsOf(named);
    for (const [name, value] of Object.entries(values)) {
      const target = findTarget(targets, name, others);
      if (isRefusal(target)) return target;
      const set = fillTarget(target, value, formats);
      if (isRefusal(set)) return set;
      if (set.some(({ id }) => filled.has(id))) return namedTwice(target, name);
      for (const field of set) filled.set(field.id, field);
    }
  }
  return fields.map((field) => filled.get(field.id) ?? field);
}

/** The fields that share an answer: all places of a question, or all buttons of a group. */
type Target<F> = { first: F; fields: readonly F[]; names: readonly string[] };

function targetsOf<F extends Fillable>(fields: readonly F[]): Target<F>[] {
  const groups = groupBy(fields, (field): unknown =>
    field.type === 'radio' && field.properties?.group
      ? `group ${field.properties.group}`
      : questionKey(field),
  );
  return [...groups.values()].map((members) => {
    const first = members[0]!;
    const group = first.type === 'radio' ? first.properties?.group : undefined;
    const labels = members.map(({ label }) => label);
    const names = [first.properties?.name ?? '', ...labels, group ?? ''];
    return { first, fields: members, names: names.filter((name) => name !== '') };
  });
}

function findTarget<F extends Fillable>(
  targets: readonly Target<F>[],
  name: string,
  others: readonly string[],
): Target<F> | Refusal {
  const matches = targetsNamed(targets, name);
  const [target] = matches;
  if (!target) return unknown(targets, name, others);
  return matches.length === 1 ? target : ambiguous(matches, name);
}

/**
 * Returns the field with this id, or else the fields with this exact name, or else with this name in any case.
 */
function targetsNamed<F extends Fillable>(targets: readonly Target<F>[], name: string): Target<F>[] {
  const byId = targets.find(({ fields }) => fields.some(({ id }) => id === name.toLowerCase()));
  if (byId) return [byId];
  const written = name.normalize('NFC').trim();
  const exact = targets.filter(({ names }) => names.includes(written));
  const folded = fold(name);
  return exact.length > 0 ? exact : targets.filter(({ names }) => names.some((one) => fold(one) === folded));
}

function unknown<F extends Fillable>(
  targets: readonly Target<F>[],
  name: string,
  others: readonly string[],
): Refusal {
  const open = targets.filter(({ first }) => takesValue(first));
  const known = listed([...new Set([...others, ...open.flatMap(({ names }) => names.slice(0, 1))])]);
  const unnamed = open.some(({ names }) => names.length === 0)
    ? ' Fields without a name are addressed by their id.'
    : '';
  const rest = known === '' ? `No field here has a name.${unnamed}` : `The fields are: ${known}.${unnamed}`;
  return refuse(
    'field-name-unknown',
    `There is no field called ‘${quoted(name)}’ here. ${open.length === 0 && others.length === 0 ? 'No field takes a value.' : rest}`,
    { name: quoted(name), known },
  );
}

function ambiguous<F extends Fillable>(matches: readonly Target<F>[], name: string): Refusal {
  const places = matches.slice(0, 10).map(({ first }) => `${first.id} on page ${first.page}`);
  return refuse(
    'field-name-ambiguous',
    `${matches.length} fields are called ‘${quoted(name)}’. Name one by its id (${places.join(', ')}), put the value under the recipient whose field it is, or give the fields different labels.`,
    { name: quoted(name), known: places.join(', ') },
  );
}

function namedTwice<F extends Fillable>({ first }: Target<F>, name: string): Refusal {
  return refuse(
    'field-name-ambiguous',
    `The field ‘${quoted(name)}’ has two values in this request. Send one of them.`,
    { name: quoted(name), known: `${first.id} on page ${first.page}` },
  );
}

/** Returns true if a field of this type contains text. A note contains the sender's text. */
function hasText(type: FieldType): boolean {
  return isWritten(type) || type === 'note';
}

function takesValue({ type, properties }: Fillable): boolean {
  if (isComputed({ properties })) return false;
  return hasText(type) || type === 'checkbox' || (type === 'radio' && properties?.group !== undefined);
}

function fillTarget<F extends Fillable>(
  { first, fields }: Target<F>,
  value: string | number | boolean,
  formats: PrintFormats,
): readonly F[] | Refusal {
  if (isComputed(first)) return wrongKind(first, 'is calculated by its formula. Leave it out.');
  if (first.type === 'radio') return choose(first, fields, value);
  if (first.type === 'checkbox')
    return typeof value === 'boolean'
      ? fields.map((field) => ticked(field, value))
      : wrongKind(first, 'is a checkbox. Send true or false.');
  if (first.type === 'strike') return wrongKind(first, 'crosses out words and has no value. Leave it out.');
  if (!hasText(first.type)) return wrongKind(first, 'is filled in when its recipient signs. Leave it out.');
  if (typeof value === 'boolean') return wrongKind(first, 'needs text or a number, not true or false.');
  const filled = fields.map((field) => fillWritten(field, value, formats));
  return filled.find(isRefusal) ?? filled.filter((one): one is F => !isRefusal(one));
}

function fillWritten<F extends Fillable>(
  field: F,
  value: string | number,
  formats: PrintFormats,
): F | Refusal {
  const { type, properties } = field;
  // A JSON number is unambiguous. A text with two possible readings is refused.
  const text = typeof value === 'number' ? numberText(value) : blankToEmpty(value);
  const filled = setValue(field, text, formats);
  // A note accepts the same texts as a text field without rules.
  const ruled = isWritten(type) ? { type, properties } : { type: 'text' as const };
  const entry = normalizeEntry(ruled, filled.properties?.value ?? '');
  const problem = entry === '' ? undefined : valueProblem(ruled, entry);
  return problem ? refuseValue(field, problem, text) : filled;
}

function choose<F extends Fillable>(
  first: F,
  buttons: readonly F[],
  value: string | number | boolean,
): F[] | Refusal {
  const wanted = fold(String(value));
  const chosen = buttons.filter(({ properties }) => fold(properties?.choice ?? '') === wanted);
  const [button] = chosen;
  if (chosen.length === 1 && wanted !== '') return buttons.map((one) => ticked(one, one === button));
  const choices = listed(buttons.flatMap(({ properties }) => properties?.choice || []));
  return wrongKind(first, `has no single choice ‘${quoted(String(value))}’. Its choices are: ${choices}.`);
}

function ticked<F extends Fillable>(field: F, isTicked: boolean): F {
  const { value: _before, ...properties } = field.properties ?? {};
  return { ...field, properties: isTicked ? { ...properties, value: 'true' } : properties };
}

function wrongKind({ type, label, page, properties }: Fillable, sentence: string): Refusal {
  const name = label || properties?.group;
  const field = name ? `‘${quoted(name)}’` : `The ${kindName(type)} field`;
  return refuse('field-value-invalid', `${field} on page ${page} ${sentence}`);
}
