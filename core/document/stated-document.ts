export type Plain = string | number | boolean | null | readonly Plain[] | { readonly [key: string]: Plain };
export type Members = { readonly [member: string]: Plain };

/**
 * One document as stated by rows or by sealed evidence: parts by id, each with its members. Times are ISO
 * 8601 in UTC with milliseconds. Both sides are converted to this form and compared member by member.
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
 * Returns an id as a key. Evidence or an archive may contain any value here, which then matches no id of the
 * other side.
 */
export const idOf = (value: Plain | undefined): string =>
  typeof value === 'string' ? value : JSON.stringify(value ?? null);
