/** Why a server does not start; `passing` where it may, without anybody's doing, a little later. */
export type StartProblem = { problem: string; passing?: boolean };

/**
 * Of a machine that has just been started: a database that is not up yet, names that are not resolved yet, an address that
 * the machine does not have yet, a port that is still taken.
 */
const passingCodes =
  /^(ECONN\w+|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|EAI_AGAIN|ENOTFOUND|EADDRINUSE|EADDRNOTAVAIL|57P0[123]|53300|08\w{3})$/;
const passingWords = /\btime(d )?out\b|timeout|did not start|starting up/i;

export function asProblem(error: unknown): StartProblem {
  const problem = error instanceof Error ? error.message : String(error);
  const { code } = (error ?? {}) as { code?: unknown };
  const passing = (typeof code === 'string' && passingCodes.test(code)) || passingWords.test(problem);
  return { problem: problem || String(code), passing };
}

/** EX_CONFIG: starting again does not mend it. EX_TEMPFAIL: it may. */
export const statusOf = ({ passing = false }: StartProblem): 75 | 78 => (passing ? 75 : 78);
