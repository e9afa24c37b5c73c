/**
 * Describes a failed connection in a sentence with the setting and the address, but not the password.
 * Preserves the error code.
 */
export function connectionProblem(thrown: unknown, setting: string, databaseUrl: string): Error {
  const error = thrown as Error & { code?: string };
  const url = new URL(databaseUrl);
  const host = url.searchParams.get('host') ?? decodeURIComponent(url.hostname);
  const at = `PostgreSQL at ${host}${host.startsWith('/') ? '' : `:${url.port || '5432'}`}`;
  const reason = error.message || error.code || 'no reason given';
  return Object.assign(
    new Error(`${setting}: ${sentence(error.code ?? '', { at, reason, url })}`, { cause: error }),
    {
      ...(error.code !== undefined && { code: error.code }),
    },
  );
}

function sentence(code: string, { at, reason, url }: { at: string; reason: string; url: URL }): string {
  const name = decodeURIComponent(url.pathname.slice(1));
  if (code === '3D000') return `${at} has no database "${name}". Create it, or set another.`;
  if (/^28/.test(code)) return `${at} refuses the sign-in (${reason}). Check its user and password.`;
  if (code === '53300') return `${at} has no free connection (${reason}).`;
  if (/^57P0/.test(code)) return `${at} is starting or stopping (${reason}).`;
  if (/^E[A-Z_]+$/.test(code) || /\b(?:timeout|timed out|terminated)\b/i.test(reason))
    return `${at} does not answer (${reason}). Check the address, and that PostgreSQL accepts connections from this machine.`;
  return `${at} refuses the connection (${reason}).`;
}
