/** The part of JSON Schema that our OpenAPI file uses and a type can express. */
export type TypedSchema = {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: TypedSchema[];
  oneOf?: TypedSchema[];
  allOf?: TypedSchema[];
  items?: TypedSchema;
  properties?: Record<string, TypedSchema>;
  required?: string[];
  additionalProperties?: boolean | TypedSchema;
};

/** Converts the schema to a TypeScript type. */
export function typeText(schema: TypedSchema): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1)!;
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum) return union(schema.enum.map((value) => JSON.stringify(value)));
  const ways = schema.anyOf ?? schema.oneOf;
  if (ways) return union(ways.map(typeText));
  if (schema.allOf) return schema.allOf.map((part) => `(${typeText(part)})`).join(' & ');
  if (Array.isArray(schema.type)) return union(schema.type.map((type) => typeText({ ...schema, type })));
  switch (schema.type) {
    case 'array':
      return `(${typeText(schema.items ?? {})})[]`;
    case 'object':
      return objectText(schema);
    case 'integer':
      return 'number';
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return schema.type;
    default:
      return 'unknown';
  }
}

function union(types: readonly string[]): string {
  return [...new Set(types)].map((type) => (type.includes('&') ? `(${type})` : type)).join(' | ');
}

function objectText({ properties, required = [], additionalProperties }: TypedSchema): string {
  if (!properties) {
    const value = typeof additionalProperties === 'object' ? typeText(additionalProperties) : 'unknown';
    return `Record<string, ${value}>`;
  }
  const parts = Object.entries(properties).map(
    ([name, part]) => `${JSON.stringify(name)}${required.includes(name) ? '' : '?'}: ${typeText(part)}`,
  );
  return `{ ${parts.join('; ')} }`;
}
