// `npm run openapi`: writes the description of the API to dist/openapi.json, or to the given file.
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { describeRoutes } from '#server/foundation/http/describe-api.ts';

const target = resolve(process.argv[2] ?? 'dist/openapi.json');
await mkdir(dirname(target), { recursive: true });
await writeFile(target, `${JSON.stringify(describeRoutes(), null, 2)}\n`);
console.log(`${target} written.`);
