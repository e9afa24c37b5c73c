import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Route } from '#contract/route.ts';
import { formatSource } from '#testing/format-source.ts';

const contract = join(import.meta.dirname, '../../contract');

const heading = `// Written by \`npm run paths\` from the rows of the routes; do not edit.
// The client imports this list, so that its bundle contains the addresses without the schemas.
import type { Address } from './route-address.ts';

export * from './route-address.ts';
`;

/** Returns the source of contract/paths.ts, with the addresses of each group of routes by name. */
export async function listPaths(target: string): Promise<string> {
  const groups: string[] = [];
  for (const name of globSync('**/*.ts', { cwd: contract }).toSorted()) {
    const file = join(contract, name);
    if (!/= defineRoutes\(/.test(readFileSync(file, 'utf8'))) continue;
    const exported = (await import(file)) as Readonly<Record<string, Readonly<Record<string, Route>>>>;
    for (const [group, rows] of Object.entries(exported))
      if (group.endsWith('Rows')) groups.push(groupOf(group.replace(/Rows$/, 'Paths'), Object.values(rows)));
  }
  return formatSource(target, [heading, ...groups.toSorted()].join('\n'));
}

function groupOf(name: string, rows: readonly Route[]): string {
  const lines = rows.map((row) => `  ${row.name}: '${row.at}',\n`);
  return `export const ${name} = {\n${lines.join('')}} as const satisfies Record<string, Address>;\n`;
}
