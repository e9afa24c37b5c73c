export type Plain = string | number | boolean | null | readonly Plain[] | { readonly [key: string]: Plain };
export type Members = { readonly [member: string]: Plain };

/**
 * A document as described by rows or by sealed evidence, with its parts by id. Times are ISO 8601 in UTC with
 * milliseconds. Both sides are converted to this form and compared property by property.
 */
export type StatedDocument = {
  readonly document: Members;
  readonly recipients: ReadonlyMap<string, Members>;
  /** Fields by id, each with its `value`. */
  readonly fields: ReadonlyMap<string, Members>;
  /** Signatures by recipient id. */
  readonly signatures: ReadonlyMap<string, Members>;
};

/**
 * Returns an id as a map key. Evidence and archives may contain any value here. A value that is not an id
 * matches nothing on the other side.
 */
export const idOf = (value: Plain | undefined): string =>
  typeof value === 'string' ? value : JSON.stringify(value ?? null);
