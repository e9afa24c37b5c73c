import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

/**
 * Returns the first executable one: the path configured by the operator (and then no other), PATH, the known
 * locations.
 */
export async function findProgram(
  name: string,
  given: string | undefined,
  ...knownPlaces: string[]
): Promise<string | undefined> {
  const onPath = (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, name));
  const candidates = given === undefined ? [...onPath, ...knownPlaces] : [given];
  for (const candidate of candidates) {
    if (await isExecutable(candidate)) return candidate;
  }
  return undefined;
}

function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
