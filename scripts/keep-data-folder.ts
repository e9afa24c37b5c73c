// Fills a data folder with sample data and packs it into testing/kept, where a test opens it with the code of
// every later version: `npm run keep-data-folder -- 0.1.0`. Run it once for each released version, and never
// again.
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatSource } from '#testing/format-source.ts';
import { fillDataFolder } from '#testing/kept/fill-data-folder.ts';
import { packDataFolder } from '#testing/kept/pack.ts';

const version = process.argv[2];
if (version === undefined || !/^\d+\.\d+\.\d+$/.test(version)) {
  process.stderr.write('Usage: npm run keep-data-folder -- VERSION, such as 0.1.0\n');
  process.exit(2);
}
const target = join(import.meta.dirname, '../testing/kept', version);
if (existsSync(`${target}.tar.zst`)) {
  process.stderr.write(`A folder of ${version} already exists. Nothing was changed.\n`);
  process.exit(1);
}
const dataDir = await mkdtemp(join(tmpdir(), 'countersign-keep-'));
try {
  const kept = await fillDataFolder(dataDir, Date.now());
  const packed = await packDataFolder(dataDir);
  await writeFile(`${target}.tar.zst`, packed);
  await writeFile(`${target}.json`, await formatSource(`${version}.json`, JSON.stringify(kept)));
  process.stdout.write(
    `testing/kept/${version}.tar.zst: ${Math.ceil(packed.length / 1024)} kB, ${kept.documents.length} documents\n`,
  );
} finally {
  await rm(dataDir, { recursive: true, force: true });
}
