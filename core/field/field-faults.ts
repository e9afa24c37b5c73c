import { groupBy } from '../list/group-by.ts';
import { isBlank } from '../language/visible.ts';
import { normalizeEntry, valueProblem, type ValueProblem } from './check-value.ts';
import { lengthsOf, maxTextLength } from './text-format.ts';
import { isDay } from '../formats/day.ts';
import { dayOfLimit } from './day-limit.ts';
import { isTickType, isWritten, partOfPerson, type Field } from './field.ts';
import { requiredTicks } from './fill.ts';
import { hasChoices, isOfSender, kindOf } from './kinds.ts';
import { ruleCheck, ruleFaultNames, type IsEarlier } from './rules/rule-faults.ts';
import { joinChosen, MAX_CHOSEN_LENGTH } from './values/multi-choice.ts';
import type { FieldProperties } from './properties.ts';
import { canBeOneQuestion, questionsOf } from './same-question.ts';
import { firstValue, type Person } from './visible-fields.ts';

/** Reasons why a field could never be filled in. */
export const fieldFaultNames = [
  'no-choices',
  'no-group',
  'group-divided',
  'duplicate-choice',
  ...ruleFaultNames,
  'value',
  'ambiguous-number',
  'read-only-empty',
  'hidden-text',
  'limits',
  'too-large',
  'same-name',
] as const;
export type FieldFault = (typeof fieldFaultNames)[number];

/**
 * A field with its fault. `problem` describes an invalid initial value. `other` names the fields that its rule
 * refers to.
 */
export type FaultyField = { field: Field; fault: FieldFault; problem?: ValueProblem; other?: string };

/** The owner of a field. Unknown in templates. */
export type FieldOwner = Person & { id: string };

/**
 * Returns, in field order, faults that are allowed while a draft is edited but prevent sending. The editor's
 * checklist and the server use the same check. Rules can refer to fields of recipients who sign earlier
 * (`isEarlier`).
 */
export function fieldFaults(
  fields: readonly Field[],
  people: readonly FieldOwner[],
  isEarlier: IsEarlier = () => false,
): FaultyField[] {
  const ofRules = ruleCheck(fields, isEarlier);
  const owners = new Map(people.map((person) => [person.id, person]));
  const ofGroups = groupFaults(fields);
  const divided = new Set(questionsOf(fields).flatMap((places) => (canBeOneQuestion(places) ? [] : places)));
  return fields.flatMap((field) => {
    const owner = owners.get(field.recipientId ?? '');
    const fault =
      ofGroups.get(field) ??
      faultOf(field, owner) ??
      ofRules(field) ??
      (divided.has(field) ? 'same-name' : undefined);
    if (!fault) return [];
    return typeof fault === 'string' ? [{ field, fault }] : [{ field, ...fault }];
  });
}

type ValueFault = Pick<FaultyField, 'fault' | 'problem'>;

function faultOf(field: Field, owner: FieldOwner | undefined): FieldFault | ValueFault | undefined {
  return choiceFault(field) ?? sizeFault(field) ?? limitFault(field) ?? valueFault(field, owner);
}

function choiceFault({ type, properties: { choices = [], group } = {} }: Field): FieldFault | undefined {
  if (hasChoices(type) && !choices.some((choice) => choice.trim() !== '')) return 'no-choices';
  return type === 'radio' && !group ? 'no-group' : undefined;
}

/** Returns the faults of checkboxes and radio buttons within their groups. Visits each group once. */
function groupFaults(fields: readonly Field[]): Map<Field, FieldFault> {
  const grouped = fields.filter(({ type, properties }) => isTickType(type) && properties?.group);
  const groups = groupBy(grouped, ({ type, properties }) => `${type} ${properties?.group}`);
  return new Map([...groups.values()].flatMap(faultsIn));
}

function faultsIn(members: readonly Field[]): [Field, FieldFault][] {
  const owners = groupBy(members, ({ recipientId }) => recipientId);
  if (members[0]?.type === 'radio') {
    if (members.length < 2) return all(members, 'no-group');
    if (owners.size > 1) return all(members, 'group-divided');
    const same = groupBy(members, ({ properties }) => properties?.choice);
    const twice = members.filter(({ properties }) => {
      return properties?.choice && same.get(properties.choice)!.length > 1;
    });
    if (twice.length > 0) return all(twice, 'duplicate-choice');
  }
  return [...owners.values()].flatMap((own) => tickFaults(own, owners.size > 1));
}

/** Checks the checkboxes of one person in a group. Each person's checkboxes are counted separately. */
function tickFaults(own: readonly Field[], divided: boolean): [Field, FieldFault][] {
  const { least, most } = requiredTicks(own);
  if (own.length < least) return all(own, divided ? 'group-divided' : 'limits');
  const [never, always] = [
    own.filter((field) => isFixed(field, '')),
    own.filter((field) => isFixed(field, 'true')),
  ];
  if (own.length - never.length < least) return all(never, 'read-only-empty');
  // Conditional checkboxes may not all be visible at the same time.
  const alwaysThere = always.filter(({ properties }) => properties?.showWhen === undefined);
  return alwaysThere.length > most ? all(alwaysThere, 'value') : [];
}

function isFixed(field: Field, value: string): boolean {
  return field.properties?.readOnly === true && firstValue(field, noPerson) === value;
}

const noPerson: Person = { name: '', email: '' };

function all(fields: readonly Field[], fault: FieldFault): [Field, FieldFault][] {
  return fields.map((field) => [field, fault]);
}

/** Finds invalid sizes in drafts from before sizes were limited. */
function sizeFault({ type, width, height }: Field): FieldFault | undefined {
  const { largest } = kindOf(type);
  return width > largest.width + rounding || height > largest.height + rounding ? 'too-large' : undefined;
}

/** Rounding tolerance in points. */
const rounding = 0.01;

function limitFault({ type, properties = {} }: Field): FieldFault | undefined {
  const { min, max, minLength, maxLength, comb, atLeast, atMost, format, mask } = properties;
  const crossed = (low: number | undefined, high: number | undefined) =>
    low !== undefined && high !== undefined && low > high;
  if (crossed(min, max) || crossed(minLength, comb ?? maxLength) || crossed(atLeast, atMost)) return 'limits';
  if (format === 'mask' && !mask?.trim()) return 'limits';
  if (type === 'dateEntry' && isCrossed(properties)) return 'limits';
  if (type === 'multiChoice') {
    const choices = [...new Set(properties.choices)];
    if ((atLeast ?? 0) > choices.length || joinChosen(choices).length > MAX_CHOSEN_LENGTH) return 'limits';
  }
  const takesAny =
    type === 'number'
      ? takesSomeNumber(properties)
      : type === 'text'
        ? takesSomeText(properties)
        : type === 'multiChoice' || maxLength !== 0;
  return takesAny ? undefined : 'limits';
}

/** If only one of the limits is relative to the signing day, whether they cross depends on the day. */
function isCrossed({ earliest, latest }: FieldProperties): boolean {
  if (earliest === undefined || latest === undefined || isDay(earliest) !== isDay(latest)) return false;
  const [from, to] = [dayOfLimit(earliest, anyDay), dayOfLimit(latest, anyDay)];
  return from !== undefined && to !== undefined && from > to;
}

const anyDay = '2026-07-01';

/**
 * Returns true if some number is valid. Tries the numbers next to each limit: if neither is valid, no number
 * between them is.
 */
function takesSomeNumber(properties: FieldProperties): boolean {
  const { min = 0, max = 0, decimals = 10 } = properties;
  const step = 10 ** -decimals;
  const near = [min, max].flatMap((limit) => [limit - step, limit, limit + step]);
  return [0, ...near].some(
    (number) => !valueProblem({ type: 'number', properties }, number.toFixed(decimals)),
  );
}

function takesSomeText({
  format = 'any',
  mask = '',
  minLength = 0,
  maxLength,
  comb,
}: FieldProperties): boolean {
  const { least, most } = lengthsOf(format, mask);
  return Math.max(least, minLength) <= Math.min(most, comb ?? maxLength ?? maxTextLength);
}

/** A name or address that the recipient cannot change is checked like a value from the sender. */
function valueFault(field: Field, owner: FieldOwner | undefined): FieldFault | ValueFault | undefined {
  const { type, required, properties = {} } = field;
  if (isOfSender(type)) {
    if (properties.showWhen) return 'hidden-text';
    const text = normalizeEntry({ type: 'text' }, properties.value ?? '');
    if (type !== 'note') return undefined;
    if (text === '') return 'read-only-empty';
    const wrong = valueProblem({ type: 'text' }, text);
    return wrong && { fault: 'value', problem: wrong };
  }
  const { readOnly } = properties;
  const first = firstValue(field, readOnly && owner ? owner : noPerson);
  const unknown = !owner && partOfPerson(field) !== undefined;
  const isEmpty = isBlank(first);
  if (readOnly && required && isEmpty && !unknown) return 'read-only-empty';
  if (readOnly && properties.showWhen && !isEmpty) return 'hidden-text';
  if (isEmpty || !isWritten(type)) return undefined;
  // Checks the sender's original text, because the normalized value no longer has the comma that made the number
  // ambiguous.
  const value = normalizeEntry(field, properties.value ?? first);
  const problem = valueProblem({ type, properties }, value);
  if (!problem) return undefined;
  return { fault: problem.problem === 'ambiguous-number' ? 'ambiguous-number' : 'value', problem };
}
