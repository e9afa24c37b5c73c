/** Why an archive is not imported, in a sentence for the operator. */
export class ImportRefused extends Error {}
