/** A mistake in the arguments or files of the command, with a sentence that says what to do. */
export class Mistake extends Error {}
