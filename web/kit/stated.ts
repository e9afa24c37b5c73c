/** Set while a page is rendered on the server, where there is no document to read it from. */
let given: Readonly<Record<string, string>> | undefined;

/** Returns what the server states in a meta element of the page. */
export const stated = (name: string): string | undefined =>
  given ? given[name] : document.querySelector<HTMLMetaElement>(`[name=${name}]`)?.content;

/** For rendering on the server. */
export function stateForRendering(values: Readonly<Record<string, string>>): void {
  given = values;
}
