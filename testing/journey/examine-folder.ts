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

/** Returns all files in the folder and below that someone might upload. */
const uploadable = /\.(pdf|docx|docm)$/i;

/** Returns the paths relative to the folder, in order. */
export async function filesBelow(folder: string, wanted = uploadable): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && wanted.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .toSorted();
}

/**
 * Takes every PDF and Word file in a folder and below through the journey, two at a time, in the order of
 * their names. Files in a folder called `refuse` must be refused. With `every` = 6, only every sixth file is
 * taken. With `strangers` = 4, only every fourth file is checked with third-party tools.
 */
export async function examineFolder(
  office: Office,
  folder: string,
  { drawn, report, every = 1, strangers = 1 }: Folder = {},
): Promise<FileReport[]> {
  const files = (await filesBelow(folder)).filter((_, at) => at % every === 0);
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
