import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

/**
 * Returns the path of the first executable program: the path configured by the operator (then no other is
 * tried), one on PATH, or one in a known location.
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
