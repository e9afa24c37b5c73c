import { addressOf } from '#contract/address.ts';
import { logPaths } from '#contract/paths.ts';
import type { TrustedLogKey } from '#core/log/trusted-keys.ts';
import type { Report } from '#verify/report.ts';
import { withInstallation } from '#core/log/with-installation.ts';
import { readBytes } from './read-bytes.ts';

/** A report with this installation's response, or the reason why there is none. */
export type Asked = { readonly report: Report; readonly unanswered?: true };

/**
 * Asks this installation whether it recorded the first and the last event of a file under its own root. It
 * sends nothing for files under other roots. Only hashes are sent, which reveal nothing without the file.
 */
export async function lookUpInstallationRecord(
  report: Report,
  logKeys: readonly TrustedLogKey[],
): Promise<Asked> {
  const isOwn = report.checks.some(({ name, result }) => name === 'root' && result === 'holds');
  if (!isOwn || !report.story) return { report };
  const { chainStart, chainHead } = report.story;
  try {
    const [knowsDocument, knowsLastEvent] = [await isKnown(chainStart), await isKnown(chainHead)];
    return { report: withInstallation(report, { knowsDocument, knowsLastEvent }, logKeys) };
  } catch {
    return { report, unanswered: true };
  }
}

async function isKnown(hash: string): Promise<boolean> {
  if (!/^[0-9a-f]{64}$/.test(hash)) return false;
  const { bytes } = await readBytes(addressOf(logPaths.readLogEvent, { params: { hash } }));
  return (JSON.parse(await bytes.text()) as { known: boolean }).known;
}
