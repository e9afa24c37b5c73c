import fc, { type Arbitrary } from 'fast-check';

export type JsonSchema = {
  [key: string]: unknown;
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  items?: JsonSchema;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  format?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
};

/** Resolves a schema reference. */
export type Lookup = (ref: string) => JsonSchema;

/** Ids of the account's existing objects, which a text value may contain. */
export type Known = readonly string[];

/** Generates values for a JSON Schema in our OpenAPI description, small ones first. */
export function fitting(schema: JsonSchema, lookup: Lookup, known: Known, depth = 0): Arbitrary<unknown> {
  const inner = (part: JsonSchema): Arbitrary<unknown> => fitting(part, lookup, known, depth + 1);
  if (schema.$ref) return inner(lookup(schema.$ref));
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map(inner));
  if (schema.allOf) return fc.tuple(...schema.allOf.map(inner)).map((parts) => Object.assign({}, ...parts));
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type) => inner({ ...schema, type })));
  switch (schema.type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.integer(bounds(schema, 1));
    case 'number':
      return fc.double({ ...bounds(schema, 0.001), noNaN: true, noDefaultInfinity: true });
    case 'string':
      return texts(schema, known);
    case 'array': {
      const most = Math.min(schema.maxItems ?? 4, (schema.minItems ?? 0) + 4);
      return fc.array(inner(schema.items ?? {}), { minLength: schema.minItems ?? 0, maxLength: most });
    }
    case 'object':
      return objects(schema, inner);
    default:
      return depth > 3 ? fc.constant(null) : fc.jsonValue({ maxDepth: 2 });
  }
}

function bounds(schema: JsonSchema, step: number): { min: number; max: number } {
  const min =
    schema.minimum ?? (schema.exclusiveMinimum === undefined ? -1000 : schema.exclusiveMinimum + step);
  const max =
    schema.maximum ?? (schema.exclusiveMaximum === undefined ? min + 5000 : schema.exclusiveMaximum - step);
  return { min: Math.max(min, -2147483648), max: Math.min(max, 2147483647) };
}

function texts(
  { pattern, format, minLength = 0, maxLength = 60 }: JsonSchema,
  known: Known,
): Arbitrary<string> {
  if (format === 'date-time') {
    return fc
      .date({ noInvalidDate: true, min: new Date(0), max: new Date('9999-01-01') })
      .map((at) => at.toISOString());
  }
  if (format === 'uuid') return known.length > 0 ? fc.oneof(fc.constantFrom(...known), fc.uuid()) : fc.uuid();
  if (pattern !== undefined) {
    try {
      return fc.stringMatching(new RegExp(pattern, 'u'), {
        maxLength: Math.max(minLength, Math.min(maxLength, 60)),
      });
    } catch {
      return fc.string({ minLength, maxLength: Math.min(maxLength, 60), unit: 'grapheme' });
    }
  }
  const any = fc.string({
    minLength,
    maxLength: Math.max(minLength, Math.min(maxLength, 60)),
    unit: 'grapheme',
  });
  const fits = known.filter((text) => text.length >= minLength && text.length <= maxLength);
  return fits.length > 0 ? fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...fits) }, any) : any;
}

function objects(schema: JsonSchema, inner: (part: JsonSchema) => Arbitrary<unknown>): Arbitrary<unknown> {
  const { properties = {}, required = [] } = schema;
  const named = Object.fromEntries(
    Object.entries(properties).map(([name, part]) => [name, hinted(name, part) ?? inner(part)]),
  );
  const own = fc.record(named, { requiredKeys: required.filter((name) => name in named) });
  if (typeof schema.additionalProperties !== 'object' || Object.keys(properties).length > 0) return own;
  return fc.dictionary(fc.string({ maxLength: 20 }), inner(schema.additionalProperties), { maxKeys: 4 });
}

/**
 * Generates mostly meaningful values, because random text is rarely an address, and a random number rarely a
 * position on a page.
 */
function hinted(name: string, { type }: JsonSchema): Arbitrary<unknown> | undefined {
  const within = (min: number, max: number): Arbitrary<number> => fc.integer({ min, max });
  if (type === 'string' && name === 'email')
    return fc.constantFrom(
      'grace@harbour.example',
      'linus@okafor.example',
      'hana@harbour.example',
      'no address',
    );
  if (type === 'string' && name === 'name')
    return fc.constantFrom('Grace Lindqvist', 'Linus Okafor', 'Signer 1', '');
  if (type !== 'number' && type !== 'integer') return undefined;
  if (name === 'page') return fc.oneof({ weight: 6, arbitrary: fc.constant(1) }, within(0, 4));
  if (name === 'x' || name === 'y')
    return fc.oneof({ weight: 6, arbitrary: within(0, 400) }, within(-9, 2000));
  if (name === 'width' || name === 'height')
    return fc.oneof({ weight: 6, arbitrary: within(20, 150) }, within(-9, 2000));
  return undefined;
}

const oddTexts = [
  '',
  '\0',
  '\ud800',
  'a'.repeat(5000),
  '‮',
  '../..',
  "' OR 1=1 --",
  '%ff',
  '[object Object]',
  '-1',
];
const oddValues: unknown[] = [
  ...[null, true, 0, -1, 1.5, 1e308, Number.MAX_SAFE_INTEGER, [], {}, [[]], { length: 1 }],
  ...[{ __proto__: null, constructor: 'x' }, '2026-02-31T00:00:00.000Z', '2026-11-22T00:00:00Z'],
];

/** Generates a value with one fault somewhere: a wrong type, an additional property or a missing one. */
export function spoilt(value: unknown): Arbitrary<unknown> {
  const odd = fc.oneof(fc.constantFrom(...oddValues), fc.constantFrom(...oddTexts));
  const places = placesIn(value);
  return fc
    .tuple(fc.constantFrom(...places), odd, fc.constantFrom('replace', 'remove', 'add'))
    .map(([place, wrong, how]) => change(structuredClone(value), place, wrong, how));
}

export const oddText = fc.constantFrom(...oddTexts);

type Place = readonly (string | number)[];

function placesIn(value: unknown, at: Place = []): Place[] {
  if (typeof value !== 'object' || value === null) return [at];
  const inside = Object.entries(value).flatMap(([key, part]) => placesIn(part, [...at, key]));
  return [at, ...inside].slice(0, 60);
}

function change(value: unknown, place: Place, wrong: unknown, how: string): unknown {
  if (place.length === 0) return how === 'add' && isRecord(value) ? { ...value, unexpected: wrong } : wrong;
  const parent = place
    .slice(0, -1)
    .reduce<unknown>((part, key) => (part as Record<string, unknown>)[key], value);
  const record = parent as Record<string, unknown>;
  const key = place.at(-1)!;
  if (how === 'remove' && !Array.isArray(parent)) delete record[key];
  else if (how === 'add' && !Array.isArray(parent)) record['unexpected'] = wrong;
  else record[key] = wrong;
  return value;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
