import type { TypedSchema } from './type-text.ts';

/** Converts schemas to Python types. Each object becomes a class, so that type checkers check its keys. */
export type PythonTypes = {
  /** Returns the type as text. Names of objects inside it begin with `name`. */
  typeOf(schema: TypedSchema, name: string): string;
  /** Adds a named schema. */
  add(name: string, schema: TypedSchema): void;
  /** Returns the definitions of all classes, followed by those of the other named types. */
  definitions(): string;
};

export function createPythonTypes(): PythonTypes {
  const classes: string[] = [];
  const aliases: string[] = [];
  /** Names of inline objects by their schema, so that equal schemas are defined once. */
  const names = new Map<string, string>();

  function typeOf(schema: TypedSchema, name: string): string {
    if (schema.$ref) return schema.$ref.split('/').at(-1)!;
    if ('const' in schema) return literal([schema.const]);
    if (schema.enum) return literal(schema.enum);
    const ways = schema.anyOf ?? schema.oneOf;
    if (ways) return union(ways.map((way, at) => typeOf(way, at === 0 ? name : `${name}${at + 1}`)));
    if (Array.isArray(schema.type))
      return union(schema.type.map((type) => typeOf({ ...schema, type }, name)));
    if (schema.type === 'array') return `List[${typeOf(schema.items ?? {}, name)}]`;
    if (schema.type === 'object') return schema.properties ? inline(schema, name) : dictionary(schema, name);
    return simple[schema.type ?? ''] ?? 'Any';
  }

  function dictionary({ additionalProperties }: TypedSchema, name: string): string {
    return `Dict[str, ${typeof additionalProperties === 'object' ? typeOf(additionalProperties, name) : 'Any'}]`;
  }

  function inline(schema: TypedSchema, name: string): string {
    const key = JSON.stringify(schema);
    const known = names.get(key);
    if (known !== undefined) return known;
    names.set(key, name);
    define(name, schema);
    return name;
  }

  function define(name: string, { properties = {}, required = [] }: TypedSchema): void {
    const entries = Object.entries(properties).map(
      ([key, part]) => [key, typeOf(part, `${name}${capitalized(key)}`)] as const,
    );
    const needed = entries.filter(([key]) => required.includes(key));
    const optional = entries.filter(([key]) => !required.includes(key));
    if (needed.length === 0 || optional.length === 0) {
      classes.push(typedDict(name, entries, needed.length > 0 || entries.length === 0));
      return;
    }
    classes.push(
      typedDict(`_${name}Required`, needed, true),
      typedDict(`_${name}Optional`, optional, false),
      `class ${name}(_${name}Required, _${name}Optional):\n    pass`,
    );
  }

  return {
    typeOf,
    add(name, schema) {
      if (schema.type === 'object' && schema.properties) define(name, schema);
      else aliases.push(`${name} = ${typeOf(schema, name)}`);
    },
    definitions: () => [...classes, ...aliases].join('\n\n\n'),
  };
}

const simple: Readonly<Record<string, string>> = {
  integer: 'int',
  number: 'float',
  string: 'str',
  boolean: 'bool',
  null: 'None',
};

/**
 * Returns a TypedDict written as a call, because keys such as `is` and `from` are not valid names in Python.
 */
function typedDict(name: string, entries: readonly (readonly [string, string])[], total: boolean): string {
  const lines = entries.map(([key, type]) => `    ${JSON.stringify(key)}: ${JSON.stringify(type)},`);
  return `${name} = TypedDict("${name}", {\n${lines.join('\n')}\n}${total ? '' : ', total=False'})`;
}

function union(types: readonly string[]): string {
  const all = [...new Set(types)];
  return all.length === 1 ? all[0]! : `Union[${all.join(', ')}]`;
}

function literal(values: readonly unknown[]): string {
  return `Literal[${values.map((value) => pythonLiteral(value)).join(', ')}]`;
}

/** Returns a JSON value as Python. */
export function pythonLiteral(value: unknown): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map(pythonLiteral).join(', ')}]`;
  if (typeof value === 'object') {
    const entries = Object.entries(value).map(
      ([key, part]) => `${JSON.stringify(key)}: ${pythonLiteral(part)}`,
    );
    return `{${entries.join(', ')}}`;
  }
  return JSON.stringify(value);
}

export const capitalized = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
