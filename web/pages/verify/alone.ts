/** Id of the element in web/verify.html with the embedded roots and revocation lists. */
export const rootsId = 'roots';

/** Base64-encoded DER, as embedded in that element. */
export type KeptRoots = {
  readonly trusted: readonly string[];
  readonly timestamps: readonly string[];
  readonly lists: readonly string[];
  /** The log keys as text, as the installation serves them. */
  readonly logKeys: string;
};
