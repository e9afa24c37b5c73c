import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openWorkerPool } from '#server/adapters/pdf-engine/worker-pool.ts';
import { comparePrepared, type PageChange } from './compare-prepared.ts';
import { filesBelow } from './examine-folder.ts';

/** `ms` is how long the preparation took. */
export type Preparation = { file: string; bytes: number; ms: number } & (
  | { refused: string }
  | { pages: number; changes: PageChange[] }
);

/** Prepares every PDF below a folder, one after the other, and compares each page with the upload. */
export async function compareFolder(
  folder: string,
  report: (one: Preparation) => void,
): Promise<Preparation[]> {
  const pdf = openWorkerPool({ workers: 1 });
  // Workers that are ending do not keep the process alive.
  const awake = setInterval(() => undefined, 60_000);
  const preparations: Preparation[] = [];
  try {
    for (const file of await filesBelow(folder, /\.pdf$/i)) {
      const upload = await readFile(join(folder, file));
      const began = performance.now();
      const prepared = await pdf.normalise(upload);
      const one = { file, bytes: upload.length, ms: Math.round(performance.now() - began) };
      const preparation: Preparation =
        'refused' in prepared
          ? { ...one, refused: prepared.refused }
          : { ...one, pages: prepared.pages.length, changes: await comparePrepared(upload, prepared.bytes) };
      preparations.push(preparation);
      report(preparation);
    }
    return preparations;
  } finally {
    await pdf.close();
    clearInterval(awake);
  }
}
