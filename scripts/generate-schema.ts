// Writes server/foundation/db/schema.ts from a migrated database. Run it after each new migration.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '#server/foundation/db/database.ts';
import { describeSchema } from '#server/foundation/db/describe-schema.ts';
import { migrate } from '#server/foundation/db/migrate.ts';
import { formatSource } from '#testing/format-source.ts';

const target = fileURLToPath(new URL('../server/foundation/db/schema.ts', import.meta.url));
const dataDir = await mkdtemp(join(tmpdir(), 'countersign-schema-'));
try {
  const database = await openDatabase({ dataDir });
  await migrate(database.owner);
  const source = await describeSchema(database.owner);
  await database.close();
  const written = await formatSource(target, source);
  const before = await readFile(target, 'utf8').catch(() => '');
  await writeFile(target, written);
  process.stdout.write(
    before === written
      ? 'server/foundation/db/schema.ts is up to date.\n'
      : 'server/foundation/db/schema.ts written.\n',
  );
} finally {
  await rm(dataDir, { recursive: true, force: true });
}
