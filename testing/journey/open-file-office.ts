import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { libreOfficeConverter } from '#server/adapters/docx/libreoffice.ts';
import { diskFileStore } from '#server/adapters/file-store/disk.ts';
import { openWorkerPool } from '#server/adapters/pdf-engine/worker-pool.ts';
import { openDatabase } from '#server/foundation/db/database.ts';
import { migrate } from '#server/foundation/db/migrate.ts';
import { openOffice, type Office } from '../open-office.ts';

/**
 * Opens an office for real-world files, with an embedded database, a disk, worker processes and LibreOffice
 * as at a customer. Emails do not leave the machine. Can be used outside of tests. The caller must close it.
 */
export async function openFileOffice(): Promise<Office> {
  const dataDir = await mkdtemp(join(tmpdir(), 'countersign-files-'));
  const database = await openDatabase({ dataDir });
  await migrate(database.owner);
  const pdf = openWorkerPool();
  const docx = libreOfficeConverter({ hidden: [dataDir] });
  const office = await openOffice(database, {
    ports: { files: diskFileStore(join(dataDir, 'files')), pdf, docx },
  });
  return {
    ...office,
    async close() {
      await office.close();
      await pdf.close();
      await database.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
