import { z } from 'zod';
import { nearestName } from '#core/language/nearest-name.ts';

type Schema = z.core.$ZodType;
type Definition = Readonly<Record<string, unknown>> & { type: string };

/**
 * Properties of a schema's definition that contain other schemas: a single one, a list, or an object of them.
 */
const partNames = [
  ...['shape', 'element', 'options', 'innerType', 'keyType', 'valueType', 'in', 'out', 'items', 'rest'],
] as const;

/**
 * Caches the closed copies. A schema that is used twice in a body must remain a single object, so that the
 * OpenAPI file can give it a name.
 */
const copies = new WeakMap<Schema, Schema>();

/**
 * Returns the schema with every object inside it closed. Unknown keys are then refused by name, so that a
 * misspelled or unsupported key is never ignored. An object accepts other keys only if it is a `z.looseObject`.
 * `defineRoutes` closes all bodies and queries.
 */
export function closed<Open extends z.ZodType>(schema: Open): Open {
  const copy: unknown = closedCopy(schema);
  return copy as Open;
}

/** Returns a closed object, for input that is not the body of a route. */
export const strict = <Shape extends z.ZodRawShape>(shape: Shape) => closed(z.object(shape));

/**
 * Properties of a response that a request can repeat, so that a client can send back what it read. They are
 * listed by name and described as read-only. They never change anything, so handlers do not see them.
 */
export function readOnly(...names: readonly string[]): Readonly<Record<never, z.ZodType>> {
  return Object.fromEntries(names.map((name) => [name, repeated]));
}

const repeated = z
  .unknown()
  .transform(() => undefined)
  .optional()
  .meta({ readOnly: true, description: 'Can be sent back as it was read, but cannot be changed here.' });

/** Returns the keys of an object schema that change something. */
export function settableKeys(shape: object): string[] {
  return Object.entries(shape).flatMap(([name, part]) => (part === repeated ? [] : name));
}

function closedCopy(schema: Schema): Schema {
  const known = copies.get(schema);
  if (known) return known;
  const definition = schema._zod.def as unknown as Definition;
  const changed = { ...closedParts(definition), ...closedKeys(definition) };
  const copy =
    Object.keys(changed).length === 0
      ? schema
      : z.core.clone(schema, { ...definition, ...changed } as unknown as typeof schema._zod.def);
  const meta = z.globalRegistry.get(schema);
  if (copy !== schema && meta) z.globalRegistry.add(copy, meta);
  copies.set(schema, copy);
  copies.set(copy, copy);
  return copy;
}

function closedParts(definition: Definition): Record<string, unknown> {
  if (['lazy', 'intersection'].includes(definition.type))
    throw new Error(`The objects inside a schema of the type '${definition.type}' cannot be closed.`);
  const parts = partNames.flatMap((name) => {
    const part = definition[name];
    const copy = closedPart(part);
    return copy === part ? [] : [[name, copy] as const];
  });
  return Object.fromEntries(parts);
}

function closedPart(part: unknown): unknown {
  if (part instanceof z.core.$ZodType) return closedCopy(part);
  if (typeof part !== 'object' || part === null) return part;
  const entries = Object.entries(part).map(([name, inner]) => [name, closedPart(inner)] as const);
  if (entries.every(([name, inner]) => inner === (part as Record<string, unknown>)[name])) return part;
  return Array.isArray(part) ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
}

function closedKeys({ type, shape, catchall }: Definition): Record<string, unknown> {
  const isOpen = catchall instanceof z.core.$ZodType && catchall._zod.def.type !== 'never';
  if (type !== 'object' || isOpen) return {};
  const known = settableKeys(shape as object);
  return {
    catchall: z.never(),
    error: (issue: z.core.$ZodRawIssue) =>
      issue.code === 'unrecognized_keys' ? unknownKey(issue.keys[0]!, known) : undefined,
  };
}

function unknownKey(key: string, known: readonly string[]): string {
  const meant = nearestName(key, known);
  // A client may send a key of several megabytes.
  const shown = key.length > 100 ? `${key.slice(0, 100)}…` : key;
  if (meant !== undefined) return `it has the unknown key ‘${shown}’. Did you mean ‘${meant}’?`;
  const more = known.length > 0 ? `Known keys: ${known.join(', ')}` : 'It takes no keys';
  return `it has the unknown key ‘${shown}’. ${more}`;
}
