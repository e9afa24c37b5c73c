/**
 * A trusted key for the checkpoints of a log. Files sealed before `since` (ms UTC) need not be in the log.
 * Without `since`, every file must be.
 */
export type TrustedLogKey = { readonly key: string; readonly since?: number | undefined };

const line =
  /^([^\s+]+\+[0-9a-f]{8}\+A[A-Za-z0-9+/]{43})(?: since (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z))?$/;

/**
 * Parses a list of keys: one per line in the format of signed notes, followed by the time at which its log
 * began. Skips empty lines and lines that begin with #. Returns undefined if any other line is invalid or if
 * there are no keys.
 */
export function readTrustedKeys(text: string): TrustedLogKey[] | undefined {
  const lines = text
    .split(/\r?\n/)
    .map((one) => one.trim())
    .filter((one) => one !== '' && !one.startsWith('#'));
  const keys = lines.map((one): TrustedLogKey | undefined => {
    const [, key, since] = line.exec(one) ?? [];
    if (key === undefined) return undefined;
    return since === undefined ? { key } : { key, since: Date.parse(since) };
  });
  const read = keys.filter((key) => key !== undefined);
  return read.length === keys.length && read.length > 0 ? read : undefined;
}

/**
 * Returns the keys in a text that may also contain other lines, such as certificates. Returns undefined if there
 * are none.
 */
export function findTrustedKeys(text: string): TrustedLogKey[] | undefined {
  const own = text.split(/\r?\n/).filter((one) => line.test(one.trim()));
  return readTrustedKeys(own.join('\n'));
}

export function writeTrustedKeys(keys: readonly TrustedLogKey[]): string {
  return keys
    .map(
      ({ key, since }) => `${key}${since === undefined ? '' : ` since ${new Date(since).toISOString()}`}\n`,
    )
    .join('');
}

/** Returns true if a file sealed at this time (ms UTC) must be in the log of one of these keys. */
export function keysValidAt(keys: readonly TrustedLogKey[], sealedAt: number | undefined): boolean {
  const begins = keys.map(({ since }) => since).filter((since) => since !== undefined);
  return sealedAt === undefined || begins.length === 0 || sealedAt >= Math.min(...begins);
}
