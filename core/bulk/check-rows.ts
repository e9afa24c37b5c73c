import { mergeMetadata, readReference, type Metadata } from '../document/reference.ts';
import { assignFields, checkRecipients } from '../document/send.ts';
import { daysUntilExpiry } from '../document/sending-terms.ts';
import { fieldIncomplete } from '../field/fault-sentence.ts';
import { fieldFaults, type FaultyField, type FieldOwner } from '../field/field-faults.ts';
import { nameOf } from '../field/same-question.ts';
import { setValue } from '../field/set-value.ts';
import type { PrintFormats } from '../formats/formats.ts';
import { isWritten, partOfPerson, type Field } from '../field/field.ts';
import { firstValue, type Person } from '../field/visible-fields.ts';
import { fold } from '../language/fold.ts';
import { isBlank } from '../language/visible.ts';
import { spellingOf } from '../recipient/mail-address.ts';
import type { Recipient } from '../recipient/recipient.ts';
import { impliedOrder, type SigningOrder } from '../recipient/turn.ts';
import { isRefusal, refuse, type Refusal } from '../refusal.ts';
import { mergeData, type Placeholder } from '../template/placeholders.ts';
import { missingSenderValues, refuseMissingValues } from '../template/sender-values.ts';
import { castRoles, type TemplateRole } from '../template/roles.ts';
import { valuesOfCells } from './placeholder-cells.ts';
import type { BulkRow, TemplateSnapshot, SnapshotField } from './read-file.ts';

/** Lengths in UTF-16 code units, as in the API for sending a single document. */
export const maxCellLength = { name: 200, message: 5000, value: 1000 } as const;

export type BulkCheck = {
  /** Returns why the row cannot be sent under the rules for a single document, or undefined if it can. */
  refusalOf(row: BulkRow): Refusal | undefined;
  /** The fields, without the parts that differ between rows. */
  common: readonly Field[];
  /** Returns the filled fields that depend on the row. */
  fieldsOf(row: BulkRow): Field[];
};

/**
 * Builds the row check for a template. Templates can have thousands of fields, and files thousands of rows. Per
 * row, only its people are checked, fields filled by a column, and fields that show a person's name or address.
 * Everything else is checked once. `filled` contains the labels that have a column.
 */
export function bulkCheck(
  snapshot: TemplateSnapshot,
  filled: readonly string[],
  rules: {
    recipientLimit: number | null;
    expirationDays: number;
    formats?: PrintFormats;
    metadata?: Metadata | undefined;
    signingOrder?: SigningOrder;
  },
): BulkCheck {
  const labels = new Map(filled.map((label) => [fold(label), label]));
  const columnOf = (field: SnapshotField) =>
    isWritten(field.type) ? labels.get(fold(nameOf(field))) : undefined;
  const fields = snapshot.fields.map((field) => {
    const column = columnOf(field);
    return { field, column, varies: column !== undefined || partOfPerson(field) !== undefined };
  });
  const common = assignFields({
    signingOrder: rules.signingOrder ?? impliedOrder(snapshot.roles),
    recipients: snapshot.roles.map((role) => recipientOf(role, { email: '', name: '' })),
    fields: fields.map(({ field: { roleId, ...field }, varies }) => ({
      ...(varies ? withoutValue(field) : field),
      recipientId: roleId,
    })),
  });
  const days = daysUntilExpiry(rules.expirationDays);
  const ofTemplate = [common, days].find(isRefusal);
  const varying = isRefusal(common)
    ? []
    : fields.flatMap(({ field: { roleId: _role, ...field }, column, varies }, at): Varying[] => {
        const { recipientId } = common[at]!;
        const { formats } = rules;
        return varies ? [{ field: { ...field, recipientId }, column, formats, known: new Map() }] : [];
      });
  const { placeholders = [] } = snapshot;
  const senderFields = snapshot.fields.filter(({ properties }) => properties?.askSender);
  return {
    refusalOf: (row) =>
      lengthProblem(row) ??
      missingProblem(senderFields, row) ??
      placeholderProblem(placeholders, row) ??
      peopleProblem(snapshot.roles, row, rules.recipientLimit) ??
      referenceProblem(rules.metadata, row) ??
      ofTemplate ??
      fieldProblem(varying, row),
    common: isRefusal(common) ? [] : common,
    fieldsOf: (row) => varying.map((one) => fill(one, row)),
  };
}

/**
 * A field whose value differs between rows. `known` caches the fault of each value, because values repeat and
 * some are compared with a hundred choices.
 */
type Varying = {
  field: Field;
  column: string | undefined;
  formats: PrintFormats;
  known: Map<string, FaultyField | undefined>;
};

function withoutValue<F extends Pick<Field, 'properties'>>(field: F): F {
  const { value: _value, readOnly: _readOnly, ...properties } = field.properties ?? {};
  return { ...field, properties };
}

function valueIn(row: BulkRow, column: string | undefined): string | undefined {
  return column !== undefined && Object.hasOwn(row.values, column) ? row.values[column] : undefined;
}

function fill({ field, column, formats }: Varying, row: BulkRow): Field {
  const value = valueIn(row, column);
  return value === undefined ? field : setValue(field, value, formats);
}

function lengthProblem(row: BulkRow): Refusal | undefined {
  const tooLong =
    row.message.length > maxCellLength.message ||
    row.people.some(({ name }) => name.length > maxCellLength.name) ||
    Object.values(row.values).some((value) => value.length > maxCellLength.value);
  return tooLong
    ? refuse('bulk-cell-too-long', 'A name, message or value in this row is too long. Shorten it.')
    : undefined;
}

/** Checks the metadata of the row together with `metadata`, which comes from the bulk send and its template. */
function referenceProblem(metadata: Metadata | undefined, { reference = {} }: BulkRow): Refusal | undefined {
  const read = readReference(reference);
  if (isRefusal(read)) return read;
  const merged = mergeMetadata(metadata, read.metadata);
  return isRefusal(merged) ? merged : undefined;
}

/**
 * Returns a refusal if the row lacks a value that the sender must give and that has no default in the template.
 */
function missingProblem(senderFields: readonly SnapshotField[], row: BulkRow): Refusal | undefined {
  const missing = missingSenderValues(fillFields(senderFields, row.values));
  return missing.length > 0 ? refuseMissingValues(missing) : undefined;
}

function placeholderProblem(placeholders: readonly Placeholder[], { values }: BulkRow): Refusal | undefined {
  const data = mergeData(placeholders, valuesOfCells(placeholders, values));
  return isRefusal(data) ? data : undefined;
}

function peopleProblem(
  roles: readonly TemplateRole[],
  row: BulkRow,
  limit: number | null,
): Refusal | undefined {
  const cast = castRoles(roles, row.people);
  if (isRefusal(cast)) return cast;
  const recipients = cast.map(({ role, ...person }) => recipientOf(role, person));
  return checkRecipients(recipients, limit);
}

function recipientOf({ id, role, turn }: TemplateRole, { email, name }: Person): Recipient {
  return { id, email, name, role, turn, status: 'waiting' };
}

function fieldProblem(varying: readonly Varying[], row: BulkRow): Refusal | undefined {
  const people = new Map(row.people.map(({ roleId, ...person }) => [roleId, { ...person, id: roleId }]));
  for (const one of varying) {
    const fault = faultIn(one, row, people.get(one.field.recipientId ?? ''));
    if (fault) return fieldIncomplete(fault);
  }
  return undefined;
}

/**
 * Returns the fault of a field in this row. The template check already covered its rules, because they depend on
 * which fields exist and not on their initial values.
 */
function faultIn(one: Varying, row: BulkRow, owner: FieldOwner | undefined): FaultyField | undefined {
  const value = valueIn(row, one.column);
  if (value !== undefined && one.known.has(value)) return one.known.get(value);
  const field = fill(one, row);
  const { showWhen: condition, formula, ...properties } = field.properties ?? {};
  if (formula !== undefined && value !== undefined) return { field, fault: 'formula-settings' };
  const [fault] = fieldFaults([{ ...one.field, properties }], owner ? [owner] : []);
  const result =
    fault ?? (condition && isFixed(field, owner) ? { field, fault: 'hidden-text' as const } : undefined);
  if (value !== undefined) one.known.set(value, result);
  return result;
}

/**
 * Returns true if the recipient cannot change the text. Such a field cannot be conditional, because a condition
 * could hide the text until the recipient has agreed to it.
 */
function isFixed(field: Field, owner: Person | undefined): boolean {
  return field.properties?.readOnly === true && !isBlank(firstValue(field, owner ?? { name: '', email: '' }));
}

/** Returns the fields with the initial values from the row. */
export function fillFields(
  fields: readonly SnapshotField[],
  values: Readonly<Record<string, string>>,
  formats?: PrintFormats,
): SnapshotField[] {
  const byLabel = new Map(Object.entries(values).map(([label, value]) => [fold(label), value]));
  return fields.map((field) => {
    const value = isWritten(field.type) ? byLabel.get(fold(nameOf(field))) : undefined;
    return value === undefined ? field : setValue(field, value, formats);
  });
}

/** Maps each duplicate row to the line number of the first row with the same content and people. */
export function findDuplicates(rows: readonly BulkRow[]): Map<number, number> {
  const first = new Map<string, number>();
  const repeated = new Map<number, number>();
  for (const { line, people, title, values, reference } of rows) {
    const addresses = people.map(({ roleId, email }) => [roleId, fold(spellingOf(email))]);
    const key = JSON.stringify([addresses, fold(title), Object.entries(values), reference]);
    const earlier = first.get(key);
    if (earlier === undefined) first.set(key, line);
    else repeated.set(line, earlier);
  }
  return repeated;
}
