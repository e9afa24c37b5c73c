import { parse } from 'node:querystring';

/**
 * Parses a query string. Parameters such as `metadata[key]` become the entries of an object `metadata`
 * (OpenAPI's deepObject style), which schemas can describe. Repeated parameters become arrays, which schemas
 * refuse.
 */
export function parseQuery(text: string): Record<string, unknown> {
  const query: Record<string, unknown> = { ...parse(text) };
  const objects = new Map<string, [string, unknown][]>();
  for (const [name, value] of Object.entries(query)) {
    const [, object, key] = /^(\w+)\[([^\]]+)\]$/.exec(name) ?? [];
    if (object === undefined || key === undefined) continue;
    delete query[name];
    objects.set(object, [...(objects.get(object) ?? []), [key, value]]);
  }
  // A parameter that is present in both forms has its plain value.
  for (const [object, entries] of objects) query[object] ??= Object.fromEntries(entries);
  return query;
}
