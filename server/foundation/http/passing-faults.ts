/**
 * Error codes of the system, and of PostgreSQL (classes 08, 53 and 57P), for services that are unavailable,
 * full or shutting down.
 */
const passing =
  /^(?:ENOSPC|EDQUOT|EROFS|EMFILE|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN|08\w{3}|53\w{3}|57P\w{2})$/;
/** Errors of the database driver without a code. */
const cutOff = /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered)/;

/** Errors of the file store, or of the PDF workers on a machine that is too busy. */
const passingNames = new Set(['StoreUnavailableError', 'StarvedError']);

/** Returns true if the same request may succeed later (F-07, F-08, F-11). */
export function passes(error: unknown): boolean {
  for (let one = error; one instanceof Error; one = one.cause) {
    if (passingNames.has(one.name)) return true;
    const { code } = one as NodeJS.ErrnoException;
    if (typeof code === 'string' ? passing.test(code) : cutOff.test(one.message)) return true;
  }
  return false;
}
