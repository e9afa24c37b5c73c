import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Office } from '../open-office.ts';
import { examineFile, faultsOf, type Outcome } from './examine-file.ts';

export type FileReport = { file: string; outcome: Outcome; faults: string[] };

type Folder = {
  drawn?: number | undefined;
  report?: (one: FileReport) => void;
  every?: number;
  strangers?: number;
};

/** All files below the folder that a person might upload. */
const uploadable = /\.(pdf|docx|docm)$/i;

/**
 * Takes every PDF and Word file below a folder through the journey, two at a time, in the order of their
 * names. Files in a folder `refuse` must be refused. `every` = 6 takes only each sixth of them; `strangers` =
 * 4 uses the third-party tools only for each fourth.
 */
export async function examineFolder(
  office: Office,
  folder: string,
  { drawn, report, every = 1, strangers = 1 }: Folder = {},
): Promise<FileReport[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && uploadable.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .toSorted()
    .filter((_, at) => at % every === 0);
  const reports: FileReport[] = [];
  const waiting = files.entries();
  const lane = async (): Promise<void> => {
    for (const [at, file] of waiting) {
      const bytes = await readFile(join(folder, file));
      const outcome = await examineFile(office, file.split('/').at(-1)!, bytes, {
        drawn,
        strangers: at % strangers === 0,
      });
      const accepted = outcome.outcome !== 'refused' && /(^|\/)refuse\//.test(file);
      const one = { file, outcome, faults: [...faultsOf(outcome), ...(accepted ? ['was not refused'] : [])] };
      reports.push(one);
      report?.(one);
    }
  };
  await Promise.all([lane(), lane()]);
  return reports.toSorted((a, b) => (a.file < b.file ? -1 : 1));
}
