import type { TemplateView, UseTemplateBody } from '#contract/documents/templates.ts';
import { nameOf } from '#core/field/same-question.ts';
import { fold } from '#core/language/fold.ts';
import { isBlank } from '#core/language/visible.ts';
import { printedPlaceholders, type Placeholder } from '#core/template/placeholders.ts';
import { senderFields } from '#core/template/sender-values.ts';

type TemplateField = TemplateView['signatureFields'][number];
export type Cell = string | boolean;
/** The sender's entries, by field id or placeholder name. Lists have rows. */
export type Entered = Readonly<Record<string, Cell | readonly Readonly<Record<string, Cell>>[]>>;

/** A value that the sender enters, for a field or for a placeholder of the Word file. */
export type Question = {
  key: string;
  label: string;
  kind: 'text' | 'condition' | 'list';
  required: boolean;
  field?: TemplateField;
  columns?: readonly Placeholder[];
};

/** Returns the values to ask for, without those that the conditions leave out. Each name is asked once. */
export function questionsOf(
  { signatureFields, placeholders }: Pick<TemplateView, 'signatureFields' | 'placeholders'>,
  entered: Entered,
): Question[] {
  const fromFile = questionsOfPlaceholders(placeholders, entered);
  const labels = new Set(fromFile.map(({ label }) => fold(label)));
  const fromFields = senderFields(signatureFields)
    .filter((field) => !labels.has(fold(nameOf(field))))
    .map((field) => ({
      ...{ key: field.id, label: nameOf(field), kind: 'text' as const },
      ...{ required: field.required, field },
    }));
  return [...fromFields, ...fromFile];
}

/** Returns the same for the placeholders of a file or a row. */
export function questionsOfPlaceholders(placeholders: readonly Placeholder[], entered: Entered): Question[] {
  const isOn = ({ name }: Placeholder): boolean => {
    const value = entered[name];
    return typeof value === 'string'
      ? !isBlank(value)
      : Array.isArray(value)
        ? value.length > 0
        : value === true;
  };
  return printedPlaceholders(placeholders, isOn).map(({ name, kind, optional, columns }) => ({
    ...{ key: name, label: name, kind, required: kind === 'text' && !optional },
    ...(columns && { columns }),
  }));
}

/** Returns the default values of the template. */
export function initialValues({ signatureFields }: Pick<TemplateView, 'signatureFields'>): Entered {
  return Object.fromEntries(
    senderFields(signatureFields).map(({ id, properties }) => [id, properties?.value ?? '']),
  );
}

/** Returns true if all requested values are entered. */
export function isComplete(questions: readonly Question[], entered: Entered): boolean {
  return questions.every(({ key, required, columns = [] }) => {
    const value = entered[key];
    if (required) return typeof value === 'string' && !isBlank(value);
    if (!Array.isArray(value)) return true;
    return (value as Entered[]).every((row) => isComplete(questionsOfPlaceholders(columns, row), row));
  });
}

/** Returns the values for the request. */
export function valuesOf(questions: readonly Question[], entered: Entered): UseTemplateBody['values'] {
  return Object.fromEntries(
    questions.map(({ key, kind, columns = [] }) => {
      const value = entered[key];
      if (kind === 'condition') return [key, value === true];
      if (kind === 'text') return [key, typeof value === 'string' ? value : ''];
      const rows = Array.isArray(value) ? (value as Entered[]) : [];
      return [key, rows.map((row) => valuesOf(questionsOfPlaceholders(columns, row), row))];
    }),
  ) as UseTemplateBody['values'];
}
