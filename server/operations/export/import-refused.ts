/** The reason why an archive cannot be imported, as a sentence for the operator. */
export class ImportRefused extends Error {}
