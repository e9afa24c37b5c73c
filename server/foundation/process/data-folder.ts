import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates the data folder if needed. Returns a message for the operator if it is not writable. Creates parent
 * folders one by one, because a recursive mkdir never returns below /proc (Node.js 24).
 */
export function prepareDataFolder(dataDir: string): { problem: string } | undefined {
  try {
    for (const folder of missingFolders(dataDir)) mkdirSync(folder, { mode: 0o700 });
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return {
      problem: `DATA_DIR: the folder ${dataDir} cannot be written (${code}). Let the user of the server write there, or set DATA_DIR to another folder.`,
    };
  }
}

/** Returns the missing folders, outermost first. */
function missingFolders(folder: string): string[] {
  if (existsSync(folder) || dirname(folder) === folder) return [];
  return [...missingFolders(dirname(folder)), folder];
}
