import { tidyEntry, valueProblem } from './check-value.ts';
import { isWritten, largestFieldOf, type Field } from './field.ts';
import { firstValue, type Person } from './visible-fields.ts';

/** The reasons why a field could never be filled in as it is. */
export type FieldFault =
  | 'no-choices'
  | 'no-group'
  | 'group-divided'
  | 'choice-twice'
  | 'condition'
  | 'value'
  | 'two-readings'
  | 'nothing-to-read'
  | 'limits'
  | 'too-large';

/** Whom fields belong to, as far as they are known: a template knows nobody. */
export type FieldOwner = Person & { id: string };

/**
 * Fields that a draft may hold while it is edited, and that no document is sent with; in the order of the fields.
 * The editor's checklist and the server ask the same.
 */
export function fieldFaults(
  fields: readonly Field[],
  people: readonly FieldOwner[],
): { field: Field; fault: FieldFault }[] {
  const byId = new Map(fields.map((field) => [field.id, field]));
  return fields.flatMap((field) => {
    const owner = people.find(({ id }) => id === field.recipientId);
    const fault = faultOf(field, { fields, byId, owner });
    return fault ? [{ field, fault }] : [];
  });
}

type Around = {
  fields: readonly Field[];
  byId: ReadonlyMap<string, Field>;
  owner: FieldOwner | undefined;
};

function faultOf(field: Field, { fields, byId, owner }: Around): FieldFault | undefined {
  return (
    choiceFault(field, fields) ??
    sizeFault(field) ??
    limitFault(field) ??
    valueFault(field, owner) ??
    conditionFault(field, byId)
  );
}

function choiceFault(field: Field, fields: readonly Field[]): FieldFault | undefined {
  const { choices = [], group, choice } = field.properties ?? {};
  if (field.type === 'dropdown' && choices.length === 0) return 'no-choices';
  if (field.type !== 'radio') return undefined;
  if (!group) return 'no-group';
  const members = fields.filter(({ type, properties }) => type === 'radio' && properties?.group === group);
  if (members.length < 2) return 'no-group';
  if (members.some(({ recipientId }) => recipientId !== field.recipientId)) return 'group-divided';
  const same = members.filter(({ properties }) => properties?.choice === choice);
  return choice && same.length > 1 ? 'choice-twice' : undefined;
}

/** Of drafts from before sizes were bounded. */
function sizeFault({ type, width, height }: Field): FieldFault | undefined {
  const largest = largestFieldOf(type);
  return width > largest.width + rounding || height > largest.height + rounding ? 'too-large' : undefined;
}

/** Points. */
const rounding = 0.01;

function limitFault({ properties = {} }: Field): FieldFault | undefined {
  const { min, max, minLength, maxLength, comb, atLeast, atMost, format, mask } = properties;
  const crossed = (low: number | undefined, high: number | undefined) =>
    low !== undefined && high !== undefined && low > high;
  if (crossed(min, max) || crossed(minLength, comb ?? maxLength) || crossed(atLeast, atMost)) return 'limits';
  return format === 'mask' && !mask ? 'limits' : undefined;
}

/** A name or an address that its recipient cannot change is looked at like what the sender filled in. */
function valueFault(field: Field, owner: FieldOwner | undefined): FieldFault | undefined {
  const { type, required, properties = {} } = field;
  const { readOnly } = properties;
  const first = firstValue(field, readOnly && owner ? owner : { name: '', email: '' });
  const unknown = !owner && properties.value === undefined && (type === 'name' || type === 'email');
  if (readOnly && required && first === '' && !unknown) return 'nothing-to-read';
  if (first === '' || !isWritten(type)) return undefined;
  // The sender's own text, since a first value has lost the comma by which it could be read in two ways.
  const value = tidyEntry(type, properties.value ?? first);
  const found = valueProblem({ type, properties }, value)?.problem;
  return found === 'two-readings' ? found : found && 'value';
}

/** The other field has to be there, belong to the same person, and not wait for this one in turn. */
function conditionFault(field: Field, byId: Around['byId']): FieldFault | undefined {
  const passed = new Set([field.id]);
  let condition = field.properties?.showWhen;
  while (condition) {
    const source = byId.get(condition.fieldId);
    if (!source || passed.has(source.id) || source.recipientId !== field.recipientId) return 'condition';
    if (source.type === 'date') return 'condition';
    passed.add(source.id);
    condition = source.properties?.showWhen;
  }
  return undefined;
}
