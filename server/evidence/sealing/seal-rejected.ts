/** The sealed file failed our own verification. It is discarded, and the job retries. */
export class SealRejected extends Error {}
