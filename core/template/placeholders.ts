import { valueProblem } from '../field/check-value.ts';
import { numberText } from '../field/values/number-format.ts';
import { fold } from '../language/fold.ts';
import { listed, quoted } from '../language/quoted.ts';
import { isBlank } from '../language/visible.ts';
import { isRefusal, refuse, type Refusal } from '../refusal.ts';
import { refuseMissingValues } from './sender-values.ts';
import { MAX_LIST_ROWS } from './template.ts';

/**
 * A placeholder in a Word template: `{{name}}`, a condition `{{#if name}}…{{/if}}`, or a list
 * `{{#name}}…{{/name}}` that repeats for each row.
 */
export type Placeholder = {
  name: string;
  kind: 'text' | 'condition' | 'list';
  /** True for a text that needs no value, because a condition hides it if it is blank. */
  optional?: true;
  /** For a list, the placeholders of each row. */
  columns?: Placeholder[];
  /**
   * For a condition or list, the placeholders that are printed only if it is true, not blank or not empty.
   */
  shown?: Placeholder[];
  /** For a condition or list, the placeholders that are printed only if it is false, blank or empty. */
  hidden?: Placeholder[];
};

export type PlainValue = string | number | boolean;
export type MergeRow = Readonly<Record<string, PlainValue>>;
/** Values in a request for fields and placeholders. A list placeholder takes rows. */
export type MergeValues = Readonly<Record<string, PlainValue | readonly MergeRow[]>>;

/** Checked values by folded name, ready to fill the document. */
export type MergeData = { [name: string]: string | boolean | MergeData[] };

/** Maximum number of distinct placeholders in one file. */
export const MAX_PLACEHOLDERS = 300;
export const MAX_PLACEHOLDER_NAME = 60;

/**
 * Returns true for a valid placeholder name. Names can contain letters, digits and common punctuation, but
 * nothing that other template languages evaluate.
 */
export function isPlaceholderName(name: string): boolean {
  return /^[\p{L}\p{N}_][\p{L}\p{M}\p{N} _.’'-]*$/u.test(name) && name.length <= MAX_PLACEHOLDER_NAME;
}

/**
 * Returns the placeholders that are printed. `isOn` returns whether a condition is met. If it returns undefined,
 * the placeholders of both branches are included, because either may be printed.
 */
export function printedPlaceholders(
  placeholders: readonly Placeholder[],
  isOn: (placeholder: Placeholder) => boolean | undefined,
): Placeholder[] {
  const list = placeholders.flatMap((one) => {
    const { shown = [], hidden = [] } = one;
    const on = isOn(one);
    const inside = on === undefined ? [...shown, ...hidden] : on ? shown : hidden;
    return [one, ...printedPlaceholders(inside, isOn)];
  });
  return [...new Map(list.map((one) => [fold(one.name), one])).values()];
}

/** Returns the names of all placeholders outside lists, in order. */
export function placeholderNames(placeholders: readonly Placeholder[]): string[] {
  return allOf(placeholders).map(({ name }) => name);
}

/** Returns all placeholders outside lists, one per name. */
export function allOf(placeholders: readonly Placeholder[]): Placeholder[] {
  const list = placeholders.flatMap((one) => [one, ...allOf([...(one.shown ?? []), ...(one.hidden ?? [])])]);
  return [...new Map(list.map((one) => [fold(one.name), one])).values()];
}

/**
 * Returns the data to print for the placeholders, or the first refusal. Everything that would be printed needs a
 * value. Unknown names are refused inside rows. At the top level they may be field names, so the caller checks
 * them.
 */
export function mergeData(placeholders: readonly Placeholder[], values: MergeValues): MergeData | Refusal {
  return dataOf(placeholders, values, '');
}

function dataOf(
  placeholders: readonly Placeholder[],
  values: MergeValues,
  where: string,
): MergeData | Refusal {
  const given = new Map<string, MergeValues[string]>();
  for (const [name, value] of Object.entries(values)) {
    const key = fold(name);
    if (given.has(key)) return twice(name);
    given.set(key, value);
  }
  const data: MergeData = Object.create(null) as MergeData;
  const missing: string[] = [];
  for (const placeholder of allOf(placeholders)) {
    const key = fold(placeholder.name);
    const value = given.get(key);
    if (value === undefined) {
      if (placeholder.optional) data[key] = '';
      continue;
    }
    const read = readValue(placeholder, value, where);
    if (isRefusal(read)) return read;
    data[key] = read;
  }
  const isOn = ({ name }: Placeholder): boolean => isShown(data[fold(name)]);
  for (const placeholder of printedPlaceholders(placeholders, isOn)) {
    const value = data[fold(placeholder.name)];
    const isMissing = value === undefined || (value === '' && !placeholder.optional);
    if (isMissing) missing.push(where + placeholder.name);
  }
  return missing.length > 0 ? refuseMissingValues(missing) : data;
}

/** Returns true if a condition with this value is met, because the value is true, not blank or not empty. */
export function isShown(value: MergeValues[string] | MergeData[string] | undefined): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== false && value !== '';
}

function readValue(
  placeholder: Placeholder,
  value: MergeValues[string],
  where: string,
): MergeData[string] | Refusal {
  const { name, kind, columns = [] } = placeholder;
  const wrong = (sentence: string) => refuse('field-value-invalid', `‘${quoted(where + name)}’ ${sentence}`);
  switch (kind) {
    case 'condition':
      return typeof value === 'boolean' ? value : wrong('is a condition. Send true or false.');
    case 'list':
      if (!Array.isArray(value)) return wrong('is a list. Send an array with one object per row.');
      if (value.length > MAX_LIST_ROWS) return wrong(`has more than ${MAX_LIST_ROWS} rows.`);
      return rowsOf(columns, value as readonly MergeRow[], name);
    case 'text':
      if (typeof value === 'number') return numberText(value);
      if (typeof value !== 'string') return wrong('needs text or a number.');
      return readText(value) ?? wrong('contains braces or characters that can’t be printed, or is too long.');
  }
}

/**
 * Refuses braces, because they could print as a placeholder or place a field that the template does not have.
 */
function readText(value: string): string | undefined {
  const text = value.normalize('NFC').replaceAll(/\r\n?/g, '\n');
  if (isBlank(text)) return '';
  return /[{}]/.test(text) || valueProblem({ type: 'text' }, text) ? undefined : text;
}

function rowsOf(
  columns: readonly Placeholder[],
  rows: readonly MergeRow[],
  name: string,
): MergeData[] | Refusal {
  const known = placeholderNames(columns);
  const names = new Set(known.map(fold));
  const read: MergeData[] = [];
  for (const [index, row] of rows.entries()) {
    const unknown = Object.keys(row).find((key) => !names.has(fold(key)));
    if (unknown !== undefined)
      return refuse(
        'field-name-unknown',
        `A row of ‘${quoted(name)}’ has no ‘${quoted(unknown)}’. It has: ${listed(known)}.`,
        { name: quoted(unknown), known: listed(known) },
      );
    const data = dataOf(columns, row, `${name} ${index + 1}: `);
    if (isRefusal(data)) return data;
    read.push(data);
  }
  return read;
}

function twice(name: string): Refusal {
  return refuse('field-value-invalid', `‘${quoted(name)}’ has two values in this request. Send one of them.`);
}

/**
 * Splits the values of a request into those for fields and those for placeholders. A name that both have sets
 * both.
 */
export function splitValues(
  placeholders: readonly Placeholder[],
  values: MergeValues,
  isFieldName: (name: string) => boolean,
): { forFields: Record<string, PlainValue>; forFile: MergeValues } | Refusal {
  const names = new Set(placeholderNames(placeholders).map(fold));
  const forFields: Record<string, PlainValue> = {};
  const forFile: Record<string, MergeValues[string]> = {};
  for (const [name, value] of Object.entries(values)) {
    const isPlaceholder = names.has(fold(name));
    if (isPlaceholder) forFile[name] = value;
    if (isPlaceholder && !isFieldName(name)) continue;
    if (typeof value !== 'object') forFields[name] = value;
    else if (!isPlaceholder)
      return refuse('field-value-invalid', `‘${quoted(name)}’ needs text, a number, or true or false.`);
  }
  return { forFields, forFile };
}
