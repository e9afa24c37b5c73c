/**
 * Every address of the server, by noun, and nowhere else: method and path, with parameters as OpenAPI writes them.
 * Each has its row in contract/routes/, which says the rest. Without any import, so that the client may hold it.
 */
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

export const contactPaths = {
  listContacts: 'GET /api/contacts',
  addContact: 'POST /api/contacts',
  exportContacts: 'GET /api/contacts/export',
  importContacts: 'POST /api/contacts/import',
  previewContactImport: 'POST /api/contacts/import/preview',
  readContact: 'GET /api/contacts/{id}',
  replaceContact: 'PUT /api/contacts/{id}',
  deleteContact: 'DELETE /api/contacts/{id}',
} as const satisfies Record<string, Address>;

export const aboutPaths = {
  readOpenApi: 'GET /api/openapi.json',
} as const satisfies Record<string, Address>;
