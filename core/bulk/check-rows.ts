import { decideSend } from '../document/send.ts';
import { isWritten } from '../field/field.ts';
import { isRefusal, refuse, type Refusal } from '../refusal.ts';
import { castRoles } from '../template/roles.ts';
import { fold, type BulkRow, type TemplateSnapshot, type SnapshotField } from './read-file.ts';

/** UTF-16 units, as the contract of a single send counts them. */
export const longestCell = { name: 200, message: 5000, value: 1000 } as const;

/** Why the row cannot be sent, by the same rules as a single send; undefined when it can. `now` is ms UTC. */
export function checkRow(
  snapshot: TemplateSnapshot,
  row: BulkRow,
  rules: { recipientLimit: number | null; expirationDays: number },
  now: number,
): Refusal | undefined {
  const tooLong =
    row.message.length > longestCell.message ||
    row.people.some(({ name }) => name.length > longestCell.name) ||
    Object.values(row.values).some((value) => value.length > longestCell.value);
  if (tooLong) {
    return refuse(
      'bulk-cell-too-long',
      'A name, message or value of this row is longer than a document takes. Shorten it.',
    );
  }
  const cast = castRoles(snapshot.roles, row.people);
  if (isRefusal(cast)) return cast;
  const sending = decideSend(
    {
      status: 'draft',
      signingOrder: 'parallel',
      recipients: cast.map(({ role, email, name }) => {
        return { id: role.id, email, name, role: role.role, turn: role.turn, status: 'waiting' };
      }),
      fields: fillFields(snapshot.fields, row.values).map(({ roleId, ...field }) => ({
        ...field,
        recipientId: roleId,
      })),
    },
    rules,
    now,
  );
  return isRefusal(sending) ? sending : undefined;
}

/** The fields with what the row says they hold at first. */
export function fillFields(
  fields: readonly SnapshotField[],
  values: Readonly<Record<string, string>>,
): SnapshotField[] {
  const byLabel = new Map(Object.entries(values).map(([label, value]) => [fold(label), value]));
  return fields.map((field) => {
    const value = isWritten(field.type) ? byLabel.get(fold(field.label)) : undefined;
    return value === undefined ? field : { ...field, properties: { ...field.properties, value } };
  });
}

/** For each row that sends the same to the same people as one before it: the line of the first. */
export function findDuplicates(rows: readonly BulkRow[]): Map<number, number> {
  const first = new Map<string, number>();
  const repeated = new Map<number, number>();
  for (const { line, people, title, values } of rows) {
    const addresses = people.map(({ roleId, email }) => [roleId, fold(email)]);
    const key = JSON.stringify([addresses, fold(title), Object.entries(values)]);
    const earlier = first.get(key);
    if (earlier === undefined) first.set(key, line);
    else repeated.set(line, earlier);
  }
  return repeated;
}
