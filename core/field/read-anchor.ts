import { nearestName } from '../language/nearest-name.ts';
import { fieldTypes, hasChoices, isOfSender, kindOf, type FieldType } from './kinds.ts';
import type { FieldProperties } from './properties.ts';

/**
 * Words that anchors use for field types: the type names and some others. {{company}} is excluded because Word
 * templates commonly use it as a placeholder. Notes and strikes are excluded because the sender can edit the
 * file itself.
 */
const typeOf = new Map<string, FieldType>([
  ...fieldTypes
    .filter((type) => type !== 'company' && !isOfSender(type))
    .map((type) => [type.toLowerCase(), type] as const),
  ['companyname', 'company'],
  ['sign', 'signature'],
  ['initials', 'initial'],
  ['birthdate', 'dateEntry'],
]);
export const anchorWords: readonly string[] = [...typeOf.keys()];

/** How attribute values are written: no value, a number, a text, or texts separated by `|`. */
const attributes = {
  label: 'text',
  required: 'flag',
  optional: 'flag',
  width: 'number',
  height: 'number',
  help: 'text',
  placeholder: 'text',
  value: 'text',
  readOnly: 'flag',
  multiline: 'flag',
  comb: 'number',
  minLength: 'number',
  maxLength: 'number',
  format: 'text',
  mask: 'text',
  min: 'number',
  max: 'number',
  decimals: 'number',
  earliest: 'text',
  latest: 'text',
  dateFormat: 'text',
  size: 'size',
  align: 'text',
  bold: 'flag',
  color: 'text',
  choices: 'list',
  group: 'text',
  choice: 'text',
  atLeast: 'number',
  atMost: 'number',
} as const;
type Attribute = keyof typeof attributes;
const names = Object.keys(attributes) as Attribute[];

/** The field described by an anchor. `party` numbers the recipients who sign or approve, from 1. */
export type AnchoredField = {
  type: FieldType;
  party: number;
  required: boolean;
  label: string;
  width?: number;
  height?: number;
  properties: FieldProperties;
};

/** Why the attributes of an anchor are invalid, as the end of a sentence. */
export type AnchorFault = { fault: string };

/**
 * Parses an anchor such as `{{text:2 label="VAT number" required maxLength=9}}`. `rest` is the text after the
 * number. Returns undefined if the word is not a field type, because the text is then not an anchor.
 */
export function readAnchor(
  word: string,
  number: number | null,
  rest: string,
): AnchoredField | AnchorFault | undefined {
  const type = typeOf.get(word);
  if (!type || number === 0) return undefined;
  const values: Record<string, unknown> = {};
  for (const { groups } of rest.matchAll(pair)) {
    const { name = '', quoted, bare } = groups!;
    const known = names.find((one) => one.toLowerCase() === name.toLowerCase());
    if (!known) return { fault: unknownAttribute(name) };
    const value = valueOf(known, quoted ?? bare);
    if (value === undefined) return { fault: `its attribute ‘${known}’ has no valid value` };
    values[known] = value;
  }
  const fault = missingIn(type, values);
  if (fault) return { fault };
  const { label = '', required, optional, width, height, bold, ...properties } = values;
  return {
    type,
    party: number ?? 1,
    required: required === true || (optional !== true && type !== 'checkbox'),
    label: label as string,
    ...(width !== undefined && { width: width as number }),
    ...(height !== undefined && { height: height as number }),
    properties: { ...properties, ...(bold === true && { weight: 'bold' }) },
  };
}

function missingIn(type: FieldType, { choice, choices, width, height }: Record<string, unknown>) {
  if (hasChoices(type) && choices === undefined) return 'it needs ‘choices’, such as choices="Summer|Winter"';
  if (type === 'radio' && !choice)
    return 'it needs ‘choice’, the answer of this button. Buttons of one question have the same ‘group’';
  const { smallest, largest, size } = kindOf(type);
  const box = { width: (width ?? size.width) as number, height: (height ?? size.height) as number };
  const isSmall = box.width < smallest.width || box.height < smallest.height;
  const isLarge = box.width > largest.width || box.height > largest.height;
  if (!isSmall && !isLarge) return undefined;
  const limit = isSmall ? smallest : largest;
  return `it needs ${isSmall ? 'at least' : 'at most'} ${limit.width} by ${limit.height} points`;
}

/** Matches `name`, `name=value` or `name="value"`, including typographic quotes from word processors. */
const pair = /(?<name>\p{L}+)(?:\s*=\s*(?:["“”„](?<quoted>[^"“”„]*)["“”]|(?<bare>[^\s"“”„]+)))?/gu;

function valueOf(name: Attribute, text: string | undefined): unknown {
  switch (attributes[name]) {
    case 'flag':
      return text === undefined || text === 'true' ? true : text === 'false' ? false : undefined;
    case 'number':
      return numberIn(text);
    case 'size':
      return text === 'fit' ? text : numberIn(text);
    case 'text':
      return text?.trim();
    case 'list':
      return text?.split('|').map((one) => one.trim());
  }
}

function numberIn(text: string | undefined): number | undefined {
  const value = Number(text || undefined);
  return Number.isFinite(value) ? value : undefined;
}

function unknownAttribute(name: string): string {
  const meant = nearestName(name, names);
  return `it has the unknown attribute ‘${name}’. ${meant ? `Did you mean ‘${meant}’?` : `Known attributes: ${names.join(', ')}`}`;
}
