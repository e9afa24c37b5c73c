// Writes docs/traceability.md from rows.json: `npm run traceability`. Run it after each change of rows.json.
import { writeFileSync } from 'node:fs';
import { readRows } from './rows.ts';
import { tableOf } from './table-of.ts';

writeFileSync(new URL('../../docs/traceability.md', import.meta.url), tableOf(readRows()));
process.stdout.write('docs/traceability.md written.\n');
