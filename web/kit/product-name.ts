/** Set for server-side rendering, where there is no page to read it from. */
let given: string | undefined;

/** Returns the name of the service; the operator can set it. The server writes it into the page. */
export const productName = (): string =>
  given ?? document.querySelector<HTMLMetaElement>('[name=application-name]')?.content ?? 'Countersign';

export function nameProduct(name: string): void {
  given = name;
}
