/** The values for rendering on the server, where there is no document to read them from. */
let overrides: Readonly<Record<string, string>> | undefined;

/** Returns a value that the server wrote into a meta element of the page. */
export const stated = (name: string): string | undefined =>
  overrides ? overrides[name] : document.querySelector<HTMLMetaElement>(`[name=${name}]`)?.content;

/** Sets the values for rendering on the server. */
export function stateForRendering(values: Readonly<Record<string, string>>): void {
  overrides = values;
}
