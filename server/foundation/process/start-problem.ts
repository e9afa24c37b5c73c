import { once } from 'node:events';
import { createServer } from 'node:net';

/** Why a server does not start. `passing` is true if the problem may go away by itself. */
export type StartProblem = { problem: string; passing?: boolean };

/**
 * Errors on a machine that has just booted: the database is not up, DNS or the local address is not
 * available, or the port is still in use.
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

/** Exit codes: EX_CONFIG means that a restart does not help, and EX_TEMPFAIL that it may. */
export const statusOf = ({ passing = false }: StartProblem): 75 | 78 => (passing ? 75 : 78);

/** Returns the message for a port that cannot be opened. It names the settings that choose the port. */
export function portProblem(
  error: unknown,
  { setting, host, port }: { setting: 'PORT' | 'HEALTH_PORT'; host: string; port: number },
): StartProblem {
  const { code } = error as NodeJS.ErrnoException;
  const { problem, passing = false } = asProblem(error);
  if (code === 'EADDRINUSE')
    return {
      problem: `${setting}: another program listens on port ${port} of ${host} (HOST). Stop it, or set ${setting} to another port.`,
      passing,
    };
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return { problem: `HOST: ${host} is not an address of this machine (${code}).`, passing };
  if (code === 'EACCES')
    return {
      problem: `${setting}: this user may not listen on port ${port} of ${host} (HOST). Set a port above 1023, or give the process permission to do so.`,
    };
  return { problem: `${setting} and HOST: cannot listen on port ${port} of ${host} (${problem}).`, passing };
}

/**
 * Tests the port before the server creates anything, so that a second server leaves nothing behind. Returns
 * undefined if the port is free.
 */
export async function findPortProblem(at: {
  setting: 'PORT' | 'HEALTH_PORT';
  host: string;
  port: number;
}): Promise<StartProblem | undefined> {
  const server = createServer();
  try {
    server.listen(at.port, at.host);
    await once(server, 'listening');
    return undefined;
  } catch (error) {
    return portProblem(error, at);
  } finally {
    await new Promise<void>((resolve) => void server.close(() => resolve()));
  }
}
