/** Method and path, with parameters in OpenAPI notation. */
export type Address = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`;

/** The names between braces. */
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
