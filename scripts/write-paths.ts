// `npm run paths` writes contract/paths.ts from the rows of the routes. Run it after a change of an address.
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { listPaths } from './checks/list-paths.ts';

const target = fileURLToPath(new URL('../contract/paths.ts', import.meta.url));
const written = await listPaths(target);
const before = await readFile(target, 'utf8').catch(() => '');
await writeFile(target, written);
console.log(before === written ? 'contract/paths.ts is up to date.' : 'contract/paths.ts written.');
