// Writes docs/accessibility.md from rows.json: `npm run accessibility`. Run it after each change of
// rows.json.
import { writeFileSync } from 'node:fs';
import { readCriteria, reportOf } from './report.ts';

writeFileSync(new URL('../../docs/accessibility.md', import.meta.url), reportOf(readCriteria()));
process.stdout.write('docs/accessibility.md written.\n');
