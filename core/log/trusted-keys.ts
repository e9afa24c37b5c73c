/**
 * A key by which heads of a log are trusted. `since` is ms UTC: no file that was sealed before has to be in that log.
 * Without it nothing is known about the time before, and every file is expected to be in the log.
 */
export type TrustedLogKey = { readonly key: string; readonly since?: number | undefined };

const line =
  /^([^\s+]+\+[0-9a-f]{8}\+A[A-Za-z0-9+/]{43})(?: since (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z))?$/;

/**
 * Reads a list of keys: one on each line, in the form of signed notes, with the time since which its log exists. Empty
 * lines and lines that begin with # are skipped. Undefined when any other line is in the text, or no key.
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

/** The keys among the lines of a text that holds other things too, such as certificates; undefined without any. */
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

/** Whether a file that was sealed at that time, in ms UTC, has to be in the log of one of these keys. */
export function existedAt(keys: readonly TrustedLogKey[], sealedAt: number | undefined): boolean {
  const begins = keys.map(({ since }) => since).filter((since) => since !== undefined);
  return sealedAt === undefined || begins.length === 0 || sealedAt >= Math.min(...begins);
}
