/** Method and path, with parameters in OpenAPI notation. */
export type Address = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`;

export type ParamNames<At extends string> = At extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never;

export function paramNames(at: Address): string[] {
  return Array.from(at.matchAll(/\{(\w+)\}/g), ([, name]) => name!);
}

export function methodOf(at: Address): string {
  return at.slice(0, at.indexOf(' '));
}

export function pathOf(at: Address): string {
  return at.slice(at.indexOf(' ') + 1);
}

export type Parts = { params?: object; query?: object };

/**
 * Returns the URL with its parameters filled in. Null and empty query parameters are omitted, and an object
 * becomes `name[key]=value`.
 */
export function fillIn(at: Address, { params = {}, query = {} }: Parts = {}): string {
  const values = new Map(Object.entries(params));
  const path = pathOf(at).replace(/\{(\w+)\}/g, (_braces, name: string) =>
    encodeURIComponent(String(values.get(name))),
  );
  const given = Object.entries(query)
    .flatMap(([name, value]: [string, unknown]) =>
      value !== null && typeof value === 'object'
        ? Object.entries(value).map(([key, one]): [string, unknown] => [`${name}[${key}]`, one])
        : [[name, value] as [string, unknown]],
    )
    .filter(([, value]) => value !== null && value !== undefined && value !== '');
  if (given.length === 0) return path;
  const texts = given.map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`,
  );
  return `${path}?${texts.join('&')}`;
}
