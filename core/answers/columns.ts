import type { Field } from '../field/field.ts';
import { isOfSender, kindName, type FieldType } from '../field/kinds.ts';

type Asked = Pick<Field, 'type' | 'label' | 'properties'>;

/** A question of a document. `nth` numbers questions with the same name in field order, from 1. */
type Question = { name: string; nth: number };

/** Default names of unlabeled fields, where they differ from the name of the field type. */
const kindNames: Partial<Record<FieldType, string>> = {
  date: 'Date signed',
  radio: 'Choice',
  dropdown: 'Choice',
  multiChoice: 'Choices',
};

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * Returns the question of each field in field order. The radio buttons of a group share one question.
 * Signatures, initials and the sender's own marks have none (undefined).
 */
export function questionsOf(fields: readonly Asked[]): (Question | undefined)[] {
  const counts = new Map<string, number>();
  const groups = new Map<string, Question>();
  return fields.map(({ type, label, properties = {} }) => {
    if (type === 'signature' || type === 'initial' || isOfSender(type)) return undefined;
    const group = type === 'radio' ? properties.group : undefined;
    const known = group === undefined ? undefined : groups.get(group);
    if (known) return known;
    const name = group || label || properties.name || (kindNames[type] ?? capitalized(kindName(type)));
    const question = { name, nth: (counts.get(name) ?? 0) + 1 };
    counts.set(name, question.nth);
    if (group !== undefined) groups.set(group, question);
    return question;
  });
}

export type AnswerColumn = Question & { heading: string };

/**
 * Returns the columns for documents with these fields, in field order. A second field with the same name gets
 * the heading 'Name 2', as does a field whose name equals a column in `taken`.
 */
export function answerColumns(
  documents: readonly (readonly Asked[])[],
  taken: readonly string[],
): AnswerColumn[] {
  const headings = new Set(taken);
  const columns = new Map<string, AnswerColumn>();
  for (const question of documents.flatMap(questionsOf)) {
    if (!question || columns.has(columnKey(question))) continue;
    const { name, nth } = question;
    let heading = nth === 1 ? name : `${name} ${nth}`;
    for (let number = nth + 1; headings.has(heading); number += 1) heading = `${name} ${number}`;
    headings.add(heading);
    columns.set(columnKey(question), { name, nth, heading });
  }
  return [...columns.values()];
}

export const columnKey = ({ name, nth }: Question): string => `${nth} ${name}`;
