/** Of the server's own rendering, which has no page to read it from. */
let given: string | undefined;

/** The name of the service: the operator's where one is set. The server writes it into the page. */
export const productName = (): string =>
  given ?? document.querySelector<HTMLMetaElement>('[name=application-name]')?.content ?? 'Countersign';

export function nameProduct(name: string): void {
  given = name;
}
