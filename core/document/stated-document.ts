export type Plain = string | number | boolean | null | readonly Plain[] | { readonly [key: string]: Plain };
export type Members = { readonly [member: string]: Plain };

/**
 * One document as rows or as sealed evidence state it: parts by id, each with its members. Times are ISO 8601 in UTC
 * with milliseconds. Both sides are brought into this form and compared member by member.
 */
export type StatedDocument = {
  readonly document: Members;
  readonly recipients: ReadonlyMap<string, Members>;
  /** By field id, with `value`. */
  readonly fields: ReadonlyMap<string, Members>;
  /** By recipient id. */
  readonly signatures: ReadonlyMap<string, Members>;
};

/** An id as a key; evidence or an archive may hold anything in its place, which then equals no id of the other side. */
export const idOf = (value: Plain | undefined): string =>
  typeof value === 'string' ? value : JSON.stringify(value ?? null);
