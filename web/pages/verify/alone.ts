/** Where the file by itself keeps the roots and lists that came with it: the id of an element in web/verify.html. */
export const rootsId = 'roots';

/** Base64 of DER, as it stands in that element. */
export type KeptRoots = {
  readonly trusted: readonly string[];
  readonly timestamps: readonly string[];
  readonly lists: readonly string[];
  /** The keys of the log as text, as the installation serves them. */
  readonly logKeys: string;
};
